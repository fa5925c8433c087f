-- owner
with mine as materialized (
  select own.id
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
  ) as own
  where true
  and own.id = (
    select project_id
    from items
    where id = $3
  )
), ends as materialized (
  select *
  from (
    select 0 as is_over, sorted.day, sorted.item_id, sorted.slot, sorted.project_id
    from (
      select item_ends.day, item_ends.item_id, item_ends.slot, mine.id as project_id
      from mine
      cross join lateral (
        select *
        from "item_ends"
        where item_ends.project_id = mine.id
        and item_ends.day >= $4
        and item_ends.item_id = $5
        offset 0
      ) as "item_ends"
      where true
      order by "item_ends".day asc, "item_ends".item_id asc, "item_ends".slot asc
      offset 0
    ) as "sorted"
    cross join lateral (
      select *
      from "items"
      where items.id = sorted.item_id
      and items.deleted_at is null
      offset 0
    ) as "items"
    cross join lateral (
      select *
      from "rooms"
      where rooms.id = items.room_id
      and rooms.deleted_at is null
      offset 0
    ) as "rooms"
    where true
    order by "sorted".day asc, "sorted".item_id asc, "sorted".slot asc
    limit $6
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
cross join lateral (
  select *
  from "items"
  where items.id = ends.item_id
  offset 0
) as "items"
cross join lateral (
  select *
  from "rooms"
  where rooms.id = items.room_id
  offset 0
) as "rooms"
cross join lateral (
  select *
  from "projects"
  where projects.id = ends.project_id
  offset 0
) as "projects"
cross join lateral (
  select *
  from "subcategories"
  where subcategories.id = items.subcategory_id
  offset 0
) as "subcategories"
cross join lateral (
  select *
  from "subcategory_labels"
  where subcategory_labels.subcategory_id = items.subcategory_id
  and subcategory_labels.slot = ends.slot
  offset 0
) as "subcategory_labels"
cross join lateral (
  select *
  from "labels"
  where labels.id = subcategory_labels.label_id
  offset 0
) as "labels"
where true;
-- [7,7,51,"2026-06-01",51,20]
