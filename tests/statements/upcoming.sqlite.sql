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
  union all
  select *
  from (
    select 1 as is_over, sorted.day, sorted.item_id, sorted.slot, sorted.project_id
    from (
      select item_ends.day, item_ends.item_id, item_ends.slot, mine.id as project_id
      from mine
      cross join "item_ends"
      where item_ends.project_id = mine.id
      and item_ends.day < ?
      and (item_ends.day, item_ends.item_id, item_ends.slot) < (?, ?, ?)
      order by "item_ends".day desc, "item_ends".item_id desc, "item_ends".slot desc
      limit -1
    ) as "sorted"
    cross join "items"
    cross join "rooms"
    where items.id = sorted.item_id
    and items.deleted_at is null
    and rooms.id = items.room_id
    and rooms.deleted_at is null
    limit ?
  ) as "part1"
)
select json((
  select coalesce(json_group_array(json_object('taskID',
    "agg"."taskID",
    'version',
    "agg"."version",
    'name',
    "agg"."name",
    'note',
    "agg"."note",
    'day',
    "agg"."day",
    'starts',
    "agg"."starts",
    'every',
    "agg"."every",
    'unit',
    "agg"."unit",
    'fromDone',
    "agg"."fromDone",
    'doneOn',
    "agg"."doneOn",
    'itemID',
    "agg"."itemID",
    'title',
    "agg"."title",
    'sample',
    "agg"."sample",
    'roomID',
    "agg"."roomID",
    'roomName',
    "agg"."roomName",
    'projectID',
    "agg"."projectID",
    'projectName',
    "agg"."projectName",
    'may',
    "agg"."may")),
    '[]')
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
      )) as may
      from due
      order by due.day, due.id
    ) as "told"
  ) as agg
)) as tasks, json((
  select coalesce(json_group_array(json_object('isOver',
    "agg"."isOver",
    'day',
    "agg"."day",
    'slot',
    "agg"."slot",
    'label',
    "agg"."label",
    'itemID',
    "agg"."itemID",
    'title',
    "agg"."title",
    'roomID',
    "agg"."roomID",
    'roomName',
    "agg"."roomName",
    'projectID',
    "agg"."projectID",
    'projectName',
    "agg"."projectName",
    'sample',
    "agg"."sample",
    'notes',
    "agg"."notes",
    'subCatName',
    "agg"."subCatName",
    'field1',
    "agg"."field1",
    'field2',
    "agg"."field2",
    'field3',
    "agg"."field3",
    'field4',
    "agg"."field4",
    'field5',
    "agg"."field5",
    'field6',
    "agg"."field6",
    'files',
    "agg"."files",
    'labels',
    "agg"."labels")),
    '[]')
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
      "told"."files" || '' as "files",
      "told"."labels" || '' as "labels"
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
        json((
        select coalesce(json_group_array(json_object('name',
          "agg"."name",
          'filename',
          "agg"."filename",
          'remote',
          "agg"."remote",
          'type',
          "agg"."type")),
          '[]')
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
      )) as files, "items"."title" as labels
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
      and labels.id = subcategory_labels.label_id
    ) as "told"
  ) as agg
)) as ends;
-- [7,7,20,"2026-06-01",20,"2026-06-01","2026-06-01",51,2,20,7,7,"editor",7,7]
