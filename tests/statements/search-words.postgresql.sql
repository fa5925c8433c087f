-- all users
insert into "item_words" ("item_id", "room_id", "category_id", "subcategory_id", "filled", "vals", "notes", "files")
select *
from (
  values (cast($1 as bigint),
    cast($2 as bigint),
    cast($3 as bigint),
    cast($4 as bigint),
    cast($5 as bigint),
    cast($6 as text),
    cast($7 as text),
    cast($8 as text))
) as made
where true
on conflict ("item_id") do update
set "category_id" = "excluded"."category_id",
  "subcategory_id" = "excluded"."subcategory_id",
  "filled" = "excluded"."filled",
  "vals" = "excluded"."vals",
  "notes" = "excluded"."notes",
  "files" = "excluded"."files";
-- [51,21,41,31,1,"","",""]
