-- owner
with mine as materialized (
  select id
  from (
    select "projects"."id"
    from "projects"
    where "projects"."deleted_at" is null
    and "projects"."owner_id" = ?
    and "projects"."template" = 0
    union
    select "projects"."id"
    from "projects"
    inner join "project_members" on "project_members"."project_id" = "projects"."id"
    where "projects"."deleted_at" is null
    and "project_members"."user_id" = ?
    and "project_members"."role" = ?
  ) as own
)
select items.id as "itemID",
  items.title,
  subcategories.name as subcategory,
  rooms.name as "roomName",
  projects.id as "projectID",
  projects.name as "projectName"
from mine
cross join "projects"
cross join "rooms"
cross join "items"
cross join "subcategories"
where projects.id = mine.id
and rooms.project_id = mine.id
and rooms.deleted_at is null
and items.room_id = rooms.id
and items.deleted_at is null
and subcategories.id = items.subcategory_id
and subcategories.name in (?)
order by items.id desc
limit ?;
-- [7,7,"editor","Boiler",20]

-- key
with mine as materialized (
  select id
  from (
    select "projects"."id"
    from "projects"
    where "projects"."deleted_at" is null
    and ("projects"."owner_id" = ? and "projects"."id" in (?, ?, ?))
    and "projects"."template" = 0
    and false
    union
    select "projects"."id"
    from "projects"
    inner join "project_members" on "project_members"."project_id" = "projects"."id"
    where "projects"."deleted_at" is null
    and "project_members"."user_id" = ?
    and "project_members"."role" = ?
    and false
  ) as own
)
select items.id as "itemID",
  items.title,
  subcategories.name as subcategory,
  rooms.name as "roomName",
  projects.id as "projectID",
  projects.name as "projectName"
from mine
cross join "projects"
cross join "rooms"
cross join "items"
cross join "subcategories"
where projects.id = mine.id
and rooms.project_id = mine.id
and rooms.deleted_at is null
and items.room_id = rooms.id
and items.deleted_at is null
and subcategories.id = items.subcategory_id
and subcategories.name in (?)
order by items.id desc
limit ?;
-- [7,0,11,12,7,"editor","Boiler",20]
