-- owner
with mine as materialized (
  select own.id
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
  ) as own
  where true
  and own.id = (
    select project_id
    from items
    where id = ?
  )
), ends as materialized (
  select *
  from (
    select 0 as is_over, sorted.day, sorted.item_id, sorted.slot, sorted.project_id
    from (
      select item_ends.day, item_ends.item_id, item_ends.slot, mine.id as project_id
      from mine
      cross join "item_ends"
      where item_ends.project_id = mine.id
      and item_ends.day >= ?
      and item_ends.item_id = ?
      order by "item_ends".day asc, "item_ends".item_id asc, "item_ends".slot asc
      limit -1
    ) as "sorted"
    cross join "items"
    cross join "rooms"
    where items.id = sorted.item_id
    and items.deleted_at is null
    and rooms.id = items.room_id
    and rooms.deleted_at is null
    limit ?
  ) as "part0"
)
select ends.is_over as "isOver",
  ends.day,
  ends.slot,
  labels.name as label,
  items.id as "itemID",
  items.title,
  rooms.id as "roomID",
  rooms.name as "roomName",
  projects.id as "projectID",
  projects.name as "projectName" ,
  items.version,
  items.updated_at as "itemAt",
  rooms.updated_at as "roomAt",
  projects.updated_at as "projectAt"
from ends
cross join "items"
cross join "rooms"
cross join "projects"
cross join "subcategories"
cross join "subcategory_labels"
cross join "labels"
where items.id = ends.item_id
and rooms.id = items.room_id
and projects.id = ends.project_id
and subcategories.id = items.subcategory_id
and subcategory_labels.subcategory_id = items.subcategory_id
and subcategory_labels.slot = ends.slot
and labels.id = subcategory_labels.label_id;
-- [7,7,51,"2026-06-01",51,20]
