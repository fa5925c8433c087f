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
  limit $3
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
    limit $5
  ) as "part0"
  union all
  select *
  from (
    select 1 as is_over, sorted.day, sorted.item_id, sorted.slot, sorted.project_id
    from (
      select item_ends.day, item_ends.item_id, item_ends.slot, mine.id as project_id
      from mine
      cross join lateral (
        select *
        from "item_ends"
        where item_ends.project_id = mine.id
        and item_ends.day < $6
        and (item_ends.day, item_ends.item_id, item_ends.slot) < ($7, $8, $9)
        offset 0
      ) as "item_ends"
      where true
      order by "item_ends".day desc, "item_ends".item_id desc, "item_ends".slot desc
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
    order by "sorted".day desc, "sorted".item_id desc, "sorted".slot desc
    limit $10
  ) as "part1"
)
select (
  select coalesce(json_agg(agg), '[]')
  from (
    select "told"."taskID",
      "told"."version",
      "told"."name",
      "told"."note",
      "told"."day",
      "told"."starts",
      "told"."every",
      "told"."unit",
      "told"."fromDone",
      "told"."doneOn",
      "told"."itemID",
      "told"."title",
      "told"."sample",
      "told"."roomID",
      "told"."roomName",
      "told"."projectID",
      "told"."projectName",
      "told"."may"
    from (
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
        select case when "projects"."owner_id" = $11 then 'own' when exists (
          select "project_members"."user_id"
          from "project_members"
          where "project_members"."project_id" = "projects"."id"
          and "project_members"."user_id" = $12
          and "project_members"."role" = $13
        ) then 'write' else 'read' end as "may"
        from "projects"
        where "projects"."deleted_at" is null
        and ("projects"."owner_id" = $14 or exists (
          select "project_members"."user_id"
          from "project_members"
          where "project_members"."project_id" = "projects"."id"
          and "project_members"."user_id" = $15
        ))
        and "projects"."template" = 0
        and "projects"."id" = "due"."project_id"
      )) as may
      from due
      order by due.day, due.id
    ) as "told"
  ) as agg
) as tasks, (
  select coalesce(json_agg(agg), '[]')
  from (
    select "told"."isOver",
      "told"."day",
      "told"."slot",
      "told"."label",
      "told"."itemID",
      "told"."title",
      "told"."roomID",
      "told"."roomName",
      "told"."projectID",
      "told"."projectName",
      "told"."sample",
      "told"."notes",
      "told"."subCatName",
      "told"."field1",
      "told"."field2",
      "told"."field3",
      "told"."field4",
      "told"."field5",
      "told"."field6",
      "told"."files"::text as "files",
      "told"."labels"::text as "labels"
    from (
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
        items.sample,
        items.notes,
        subcategories.name as "subCatName",
        items.field1,
        items.field2,
        items.field3,
        items.field4,
        items.field5,
        items.field6,
        (
        select coalesce(json_agg(agg), '[]')
        from (
          select "item_files"."display_name" as "name",
            "uploads"."original_name" as "filename",
            "uploads"."remote",
            "blobs"."type"
          from "item_files"
          inner join "uploads" on "uploads"."id" = "item_files"."upload_id"
          inner join "blobs" on "blobs"."id" = "uploads"."blob_id"
          where "item_files"."item_id" = "ends"."item_id"
          and "item_files"."deleted_at" is null
          order by "item_files"."position", "item_files"."id"
        ) as agg
      ) as files, "items"."title" as labels
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
      where true
    ) as "told"
  ) as agg
) as ends;
-- [7,7,20,"2026-06-01",20,"2026-06-01","2026-06-01",51,2,20,7,7,"editor",7,7]
