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
  and own.id = ?
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
    cross join "tasks"
    where tasks.project_id = mine.id
    and (tasks.day, tasks.id) > (?, ?)
    order by "tasks".day, "tasks".id
    limit -1
  ) as "sorted"
  cross join "tasks"
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
  limit ?
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
  select case when "projects"."owner_id" = ? then 'own' when exists (
    select "project_members"."user_id"
    from "project_members"
    where "project_members"."project_id" = "projects"."id"
    and "project_members"."user_id" = ?
    and "project_members"."role" = ?
  ) then 'write' else 'read' end as "may"
  from "projects"
  where "projects"."deleted_at" is null
  and ("projects"."owner_id" = ? or exists (
    select "project_members"."user_id"
    from "project_members"
    where "project_members"."project_id" = "projects"."id"
    and "project_members"."user_id" = ?
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
    and ("projects"."owner_id" = ? and "projects"."id" in (?, ?, ?))
    and "projects"."template" = 0
    union
    select "projects"."id"
    from "projects"
    inner join "project_members" on "project_members"."project_id" = "projects"."id"
    where "projects"."deleted_at" is null
    and "project_members"."user_id" = ?
    and (true and "projects"."id" in (?, ?, ?))
  ) as own
  where true
  and own.id = ?
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
    cross join "tasks"
    where tasks.project_id = mine.id
    and (tasks.day, tasks.id) > (?, ?)
    order by "tasks".day, "tasks".id
    limit -1
  ) as "sorted"
  cross join "tasks"
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
  limit ?
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
  and (("projects"."owner_id" = ? and "projects"."id" in (?, ?, ?)) or (exists (
    select "project_members"."user_id"
    from "project_members"
    where "project_members"."project_id" = "projects"."id"
    and "project_members"."user_id" = ?
  ) and "projects"."id" in (?, ?, ?)))
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
