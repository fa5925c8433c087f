-- owner
with mine as materialized (
  select id
  from (
    select "projects"."id"
    from "projects"
    where "projects"."deleted_at" is null
    and "projects"."owner_id" = $1
    and "projects"."template" = 0
    union
    select "projects"."id"
    from "projects"
    inner join "project_members" on "project_members"."project_id" = "projects"."id"
    where "projects"."deleted_at" is null
    and "project_members"."user_id" = $2
    and "project_members"."role" = $3
  ) as own
)
select items.id as "itemID",
  items.title,
  subcategories.name as subcategory,
  rooms.name as "roomName",
  projects.id as "projectID",
  projects.name as "projectName"
from mine
cross join lateral (
  select *
  from "projects"
  where projects.id = mine.id
  offset 0
) as "projects"
cross join lateral (
  select *
  from "rooms"
  where rooms.project_id = mine.id
  and rooms.deleted_at is null
  offset 0
) as "rooms"
cross join lateral (
  select *
  from "items"
  where items.room_id = rooms.id
  and items.deleted_at is null
  offset 0
) as "items"
cross join lateral (
  select *
  from "subcategories"
  where subcategories.id = items.subcategory_id
  and subcategories.name in ($4)
  offset 0
) as "subcategories"
where true
order by items.id desc
limit $5;
-- [7,7,"editor","Boiler",20]

-- key
with mine as materialized (
  select id
  from (
    select "projects"."id"
    from "projects"
    where "projects"."deleted_at" is null
    and ("projects"."owner_id" = $1 and "projects"."id" in ($2, $3, $4))
    and "projects"."template" = 0
    and false
    union
    select "projects"."id"
    from "projects"
    inner join "project_members" on "project_members"."project_id" = "projects"."id"
    where "projects"."deleted_at" is null
    and "project_members"."user_id" = $5
    and "project_members"."role" = $6
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
cross join lateral (
  select *
  from "projects"
  where projects.id = mine.id
  offset 0
) as "projects"
cross join lateral (
  select *
  from "rooms"
  where rooms.project_id = mine.id
  and rooms.deleted_at is null
  offset 0
) as "rooms"
cross join lateral (
  select *
  from "items"
  where items.room_id = rooms.id
  and items.deleted_at is null
  offset 0
) as "items"
cross join lateral (
  select *
  from "subcategories"
  where subcategories.id = items.subcategory_id
  and subcategories.name in ($7)
  offset 0
) as "subcategories"
where true
order by items.id desc
limit $8;
-- [7,0,11,12,7,"editor","Boiler",20]
