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
  and own.id = $3
), due as materialized (
  select tasks.id,
    tasks.version,
    tasks.project_id,
    tasks.room_id,
    tasks.item_id,
    tasks.name,
    tasks.note,
    tasks.day,
    tasks.starts,
    tasks.every,
    tasks.unit,
    tasks.from_done,
    tasks.done_on,
    tasks.created_at,
    tasks.updated_at
  from (
    select tasks.day, tasks.id
    from mine
    cross join lateral (
      select *
      from "tasks"
      where tasks.project_id = mine.id
      and (tasks.day, tasks.id) > ($4, $5)
      offset 0
    ) as "tasks"
    where true
    order by "tasks".day, "tasks".id
    offset 0
  ) as "sorted"
  cross join lateral (
    select *
    from "tasks"
    where tasks.id = sorted.id
    and (tasks.room_id is null or (
      select rooms.deleted_at is null
      from rooms
      where rooms.id = tasks.room_id
    ))
    and (tasks.item_id is null or (
      select items.deleted_at is null
      and rooms.deleted_at is null
      from items
      inner join rooms on rooms.id = items.room_id
      where items.id = tasks.item_id
    ))
    offset 0
  ) as "tasks"
  where true
  order by "sorted".day, "sorted".id
  limit $6
)
select due.id as "taskID",
  due.version,
  due.name,
  due.note,
  due.day,
  due.starts,
  due.every,
  due.unit,
  due.from_done as "fromDone",
  due.done_on as "doneOn",
  due.item_id as "itemID",
  (
  select "items"."title"
  from items
  where items.id = due.item_id
) as title, (
  select "items"."sample"
  from items
  where items.id = due.item_id
) as sample, coalesce(due.room_id, (
  select "items"."room_id"
  from items
  where items.id = due.item_id
)) as "roomID", (
  select rooms.name
  from rooms
  where rooms.id = coalesce(due.room_id, (
    select "items"."room_id"
    from items
    where items.id = due.item_id
  ))
) as "roomName", due.project_id as "projectID", (
  select projects.name
  from projects
  where projects.id = due.project_id
) as "projectName", ((
  select case when "projects"."owner_id" = $7 then 'own' when exists (
    select "project_members"."user_id"
    from "project_members"
    where "project_members"."project_id" = "projects"."id"
    and "project_members"."user_id" = $8
    and "project_members"."role" = $9
  ) then 'write' else 'read' end as "may"
  from "projects"
  where "projects"."deleted_at" is null
  and ("projects"."owner_id" = $10 or exists (
    select "project_members"."user_id"
    from "project_members"
    where "project_members"."project_id" = "projects"."id"
    and "project_members"."user_id" = $11
  ))
  and "projects"."template" = 0
  and "projects"."id" = "due"."project_id"
)) as may , due.created_at as "createdAt", due.updated_at as "updatedAt", (
  select "items"."updated_at"
  from items
  where items.id = due.item_id
) as "itemAt", (
  select rooms.updated_at
  from rooms
  where rooms.id = coalesce(due.room_id, (
    select "items"."room_id"
    from items
    where items.id = due.item_id
  ))
) as "roomAt", (
  select projects.updated_at
  from projects
  where projects.id = due.project_id
) as "projectAt"
from due
order by due.day, due.id;
-- [7,7,11,"2026-06-01",51,20,7,7,"editor",7,7]

-- key
with mine as materialized (
  select own.id
  from (
    select "projects"."id"
    from "projects"
    where "projects"."deleted_at" is null
    and ("projects"."owner_id" = $1 and "projects"."id" in ($2, $3, $4))
    and "projects"."template" = 0
    union
    select "projects"."id"
    from "projects"
    inner join "project_members" on "project_members"."project_id" = "projects"."id"
    where "projects"."deleted_at" is null
    and "project_members"."user_id" = $5
    and (true and "projects"."id" in ($6, $7, $8))
  ) as own
  where true
  and own.id = $9
), due as materialized (
  select tasks.id,
    tasks.version,
    tasks.project_id,
    tasks.room_id,
    tasks.item_id,
    tasks.name,
    tasks.note,
    tasks.day,
    tasks.starts,
    tasks.every,
    tasks.unit,
    tasks.from_done,
    tasks.done_on,
    tasks.created_at,
    tasks.updated_at
  from (
    select tasks.day, tasks.id
    from mine
    cross join lateral (
      select *
      from "tasks"
      where tasks.project_id = mine.id
      and (tasks.day, tasks.id) > ($10, $11)
      offset 0
    ) as "tasks"
    where true
    order by "tasks".day, "tasks".id
    offset 0
  ) as "sorted"
  cross join lateral (
    select *
    from "tasks"
    where tasks.id = sorted.id
    and (tasks.room_id is null or (
      select rooms.deleted_at is null
      from rooms
      where rooms.id = tasks.room_id
    ))
    and (tasks.item_id is null or (
      select items.deleted_at is null
      and rooms.deleted_at is null
      from items
      inner join rooms on rooms.id = items.room_id
      where items.id = tasks.item_id
    ))
    offset 0
  ) as "tasks"
  where true
  order by "sorted".day, "sorted".id
  limit $12
)
select due.id as "taskID",
  due.version,
  due.name,
  due.note,
  due.day,
  due.starts,
  due.every,
  due.unit,
  due.from_done as "fromDone",
  due.done_on as "doneOn",
  due.item_id as "itemID",
  (
  select "items"."title"
  from items
  where items.id = due.item_id
) as title, (
  select "items"."sample"
  from items
  where items.id = due.item_id
) as sample, coalesce(due.room_id, (
  select "items"."room_id"
  from items
  where items.id = due.item_id
)) as "roomID", (
  select rooms.name
  from rooms
  where rooms.id = coalesce(due.room_id, (
    select "items"."room_id"
    from items
    where items.id = due.item_id
  ))
) as "roomName", due.project_id as "projectID", (
  select projects.name
  from projects
  where projects.id = due.project_id
) as "projectName", ((
  select 'read' as "may"
  from "projects"
  where "projects"."deleted_at" is null
  and (("projects"."owner_id" = $13 and "projects"."id" in ($14, $15, $16)) or (exists (
    select "project_members"."user_id"
    from "project_members"
    where "project_members"."project_id" = "projects"."id"
    and "project_members"."user_id" = $17
  ) and "projects"."id" in ($18, $19, $20)))
  and "projects"."template" = 0
  and "projects"."id" = "due"."project_id"
)) as may , due.created_at as "createdAt", due.updated_at as "updatedAt", (
  select "items"."updated_at"
  from items
  where items.id = due.item_id
) as "itemAt", (
  select rooms.updated_at
  from rooms
  where rooms.id = coalesce(due.room_id, (
    select "items"."room_id"
    from items
    where items.id = due.item_id
  ))
) as "roomAt", (
  select projects.updated_at
  from projects
  where projects.id = due.project_id
) as "projectAt"
from due
order by due.day, due.id;
-- [7,0,11,12,7,0,11,12,11,"2026-06-01",51,20,7,0,11,12,7,0,11,12]
