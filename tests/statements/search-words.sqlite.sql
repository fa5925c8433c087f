-- all users
insert into "item_words" ("item_id", "room_id", "category_id", "subcategory_id", "filled", "vals", "notes", "files")
select *
from (
  values (cast(? as bigint),
    cast(? as bigint),
    cast(? as bigint),
    cast(? as bigint),
    cast(? as bigint),
    cast(? as text),
    cast(? as text),
    cast(? as text))
) as made
where true
on conflict ("room_id", "item_id") do update
set "category_id" = "excluded"."category_id",
  "subcategory_id" = "excluded"."subcategory_id",
  "filled" = "excluded"."filled",
  "vals" = "excluded"."vals",
  "notes" = "excluded"."notes",
  "files" = "excluded"."files";
-- [51,21,41,31,1,"","",""]
