-- owner
select "items"."id"
from "items"
inner join "rooms" on "rooms"."id" = "items"."room_id"
inner join "projects" on "projects"."id" = "rooms"."project_id"
where "items"."deleted_at" is null
and "rooms"."deleted_at" is null
and "projects"."deleted_at" is null
and ("projects"."owner_id" = $1 or exists (
  select "project_members"."user_id"
  from "project_members"
  where "project_members"."project_id" = "projects"."id"
  and "project_members"."user_id" = $2
  and "project_members"."role" = $3
));
-- [7,7,"editor"]

-- key
select "items"."id"
from "items"
inner join "rooms" on "rooms"."id" = "items"."room_id"
inner join "projects" on "projects"."id" = "rooms"."project_id"
where "items"."deleted_at" is null
and "rooms"."deleted_at" is null
and "projects"."deleted_at" is null
and false;
-- []
