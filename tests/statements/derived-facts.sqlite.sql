-- all users
update "items"
set "title" = "derived"."column3"
from (
  values (cast(? as bigint), cast(? as bigint), cast(? as text))
) as "derived"
where "items"."id" = "derived"."column1"
and "items"."version" = "derived"."column2";
-- [51,2,"Oak floor"]
