-- owner
select "items"."id"
from "items"
inner join "rooms" on "rooms"."id" = "items"."room_id"
inner join "projects" on "projects"."id" = "rooms"."project_id"
where "items"."deleted_at" is null
and "rooms"."deleted_at" is null
and "projects"."deleted_at" is null
and ("projects"."owner_id" = ? or exists (
  select "project_members"."user_id"
  from "project_members"
  where "project_members"."project_id" = "projects"."id"
  and "project_members"."user_id" = ?
));
-- [7,7]

-- key
select "items"."id"
from "items"
inner join "rooms" on "rooms"."id" = "items"."room_id"
inner join "projects" on "projects"."id" = "rooms"."project_id"
where "items"."deleted_at" is null
and "rooms"."deleted_at" is null
and "projects"."deleted_at" is null
and (("projects"."owner_id" = ? and "projects"."id" in (?, ?, ?)) or (exists (
  select "project_members"."user_id"
  from "project_members"
  where "project_members"."project_id" = "projects"."id"
  and "project_members"."user_id" = ?
) and "projects"."id" in (?, ?, ?)));
-- [7,0,11,12,7,0,11,12]

-- link
select "items"."id"
from "items"
inner join "rooms" on "rooms"."id" = "items"."room_id"
inner join "projects" on "projects"."id" = "rooms"."project_id"
where "items"."deleted_at" is null
and "rooms"."deleted_at" is null
and "projects"."deleted_at" is null
and (("projects"."id" = ? and "rooms"."project_id" = ? and "rooms"."id" in (?, ?)) and +"items"."subcategory_id" in (
  select "subcategories"."id"
  from "subcategories"
  where "subcategories"."trade" = ?
));
-- [11,11,0,21,"electrician"]
