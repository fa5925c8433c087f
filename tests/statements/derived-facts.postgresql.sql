-- all users
update "items"
set "title" = "derived"."column3"
from (
  values (cast($1 as bigint), cast($2 as bigint), cast($3 as text))
) as "derived"
where "items"."id" = "derived"."column1"
and "items"."version" = "derived"."column2";
-- [51,2,"Oak floor"]
