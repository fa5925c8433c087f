-- missing
select "items"."id" as "itemID",
  "items"."room_id" as "roomID",
  "items"."title",
  "items"."sample",
  "items"."position",
  "items"."subcategory_id" as "subcatID",
  (case
  when (("wants"."asks" & 1) <> 0 and ("items"."not_needed" & 1) = 0) and ("wants"."slots" - ("wants"."slots" & (case
  when "items"."field1" = '' then 0
  else 1 end + case
  when "items"."field2" = '' then 0
  else 2 end + case
  when "items"."field3" = '' then 0
  else 4 end + case
  when "items"."field4" = '' then 0
  else 8 end + case
  when "items"."field5" = '' then 0
  else 16 end + case
  when "items"."field6" = '' then 0
  else 32 end))) <> 0 then 1
  else 0 end + case
  when (("wants"."asks" & 2) <> 0 and ("items"."not_needed" & 2) = 0) and not exists (
  select 1
  from item_files
  join uploads on uploads.id = item_files.upload_id
  join blobs on blobs.id = uploads.blob_id
  where item_files.item_id = items.id
  and item_files.deleted_at is null
  and (("item_files"."display_name" || ' ' || "item_files"."caption" || ' ' || "uploads"."original_name") regexp ?
    or (blobs.type = 'application/pdf'
    and not ("item_files"."display_name" || ' ' || "item_files"."caption" || ' ' || "uploads"."original_name") regexp ?))
) then 2 else 0 end + case when (("wants"."asks" & 4) <> 0 and ("items"."not_needed" & 4) = 0) and not exists (
  select 1
  from item_files
  join uploads on uploads.id = item_files.upload_id
  join blobs on blobs.id = uploads.blob_id
  where item_files.item_id = items.id
  and item_files.deleted_at is null
  and ("item_files"."display_name" || ' ' || "item_files"."caption" || ' ' || "uploads"."original_name") regexp ?
) then 4
  else 0 end) as "what", ("wants"."slots" - ("wants"."slots" & (case
  when "items"."field1" = '' then 0
  else 1 end + case
  when "items"."field2" = '' then 0
  else 2 end + case
  when "items"."field3" = '' then 0
  else 4 end + case
  when "items"."field4" = '' then 0
  else 8 end + case
  when "items"."field5" = '' then 0
  else 16 end + case
  when "items"."field6" = '' then 0
  else 32 end))) as "lacked"
from "items"
inner join "rooms" on "rooms"."id" = "items"."room_id"
inner join "projects" on "projects"."id" = "rooms"."project_id"
inner join (
  select cast(json_extract(value,
    '$.id') as integer) as "id",
    cast(json_extract(value,
    '$.slots') as integer) as "slots",
    cast(json_extract(value,
    '$.asks') as integer) as "asks",
    cast(json_extract(value,
    '$.first') as integer) as "first"
  from json_each(?)
  limit -1
) as "wants" on "wants"."id" = +"items"."subcategory_id"
where "items"."deleted_at" is null
and "rooms"."deleted_at" is null
and "projects"."deleted_at" is null
and ("projects"."owner_id" = ? or exists (
  select "project_members"."user_id"
  from "project_members"
  where "project_members"."project_id" = "projects"."id"
  and "project_members"."user_id" = ?
))
and "rooms"."project_id" = ?
and "rooms"."id" in (?, ?)
and ((case
  when (("wants"."asks" & 1) <> 0 and ("items"."not_needed" & 1) = 0) and ("wants"."slots" - ("wants"."slots" & (case
  when "items"."field1" = '' then 0
  else 1 end + case
  when "items"."field2" = '' then 0
  else 2 end + case
  when "items"."field3" = '' then 0
  else 4 end + case
  when "items"."field4" = '' then 0
  else 8 end + case
  when "items"."field5" = '' then 0
  else 16 end + case
  when "items"."field6" = '' then 0
  else 32 end))) <> 0 then 1
  else 0 end + case
  when (("wants"."asks" & 2) <> 0 and ("items"."not_needed" & 2) = 0) and not exists (
  select 1
  from item_files
  join uploads on uploads.id = item_files.upload_id
  join blobs on blobs.id = uploads.blob_id
  where item_files.item_id = items.id
  and item_files.deleted_at is null
  and (("item_files"."display_name" || ' ' || "item_files"."caption" || ' ' || "uploads"."original_name") regexp ?
    or (blobs.type = 'application/pdf'
    and not ("item_files"."display_name" || ' ' || "item_files"."caption" || ' ' || "uploads"."original_name") regexp ?))
) then 2 else 0 end + case when (("wants"."asks" & 4) <> 0 and ("items"."not_needed" & 4) = 0) and not exists (
  select 1
  from item_files
  join uploads on uploads.id = item_files.upload_id
  join blobs on blobs.id = uploads.blob_id
  where item_files.item_id = items.id
  and item_files.deleted_at is null
  and ("item_files"."display_name" || ' ' || "item_files"."caption" || ' ' || "uploads"."original_name") regexp ?
) then 4 else 0 end) & 1) <> ?
and (("wants"."slots" - ("wants"."slots" & (case
  when "items"."field1" = '' then 0
  else 1 end + case
  when "items"."field2" = '' then 0
  else 2 end + case
  when "items"."field3" = '' then 0
  else 4 end + case
  when "items"."field4" = '' then 0
  else 8 end + case
  when "items"."field5" = '' then 0
  else 16 end + case
  when "items"."field6" = '' then 0
  else 32 end))) & -("wants"."slots" - ("wants"."slots" & (case
  when "items"."field1" = '' then 0
  else 1 end + case
  when "items"."field2" = '' then 0
  else 2 end + case
  when "items"."field3" = '' then 0
  else 4 end + case
  when "items"."field4" = '' then 0
  else 8 end + case
  when "items"."field5" = '' then 0
  else 16 end + case
  when "items"."field6" = '' then 0
  else 32 end)))) = "wants"."first"
and "wants"."first" <> ?;
-- ["(^|[^a-z])(manual|guide|instru[cçk]|handbook|[a-z]*anleitung|(benutzer)?handbuch|manuel|notice|mode.d.emploi|istruzioni|handleiding|gebruiksaanwijzing|bru[kg]sanvisning)","(^|[^a-z])(receipt|invoice|bill([^a-z]|$)|rechnung|quittung|kassen(bon|zettel)|kaufbeleg|facture|re[cç]u([^a-z]|$)|factura|recibo|fattura|ricevuta|scontrino|fatura|factuur|kassabon|kvitto|kvittering|faktura|rachunek|warrant|guarant|permit|quote|estimate|contrac?t|garanti|garanz|angebot|vertrag|genehmigung|devis|presupuesto|preventivo|offerte|scan|img|image|photo|foto|document|dokument|untitled|doc([^a-z]|$))","(^|[^a-z])(receipt|invoice|bill([^a-z]|$)|rechnung|quittung|kassen(bon|zettel)|kaufbeleg|facture|re[cç]u([^a-z]|$)|factura|recibo|fattura|ricevuta|scontrino|fatura|factuur|kassabon|kvitto|kvittering|faktura|rachunek)","[{\"id\":31,\"slots\":3,\"asks\":7,\"first\":1}]",7,7,11,21,22,"(^|[^a-z])(manual|guide|instru[cçk]|handbook|[a-z]*anleitung|(benutzer)?handbuch|manuel|notice|mode.d.emploi|istruzioni|handleiding|gebruiksaanwijzing|bru[kg]sanvisning)","(^|[^a-z])(receipt|invoice|bill([^a-z]|$)|rechnung|quittung|kassen(bon|zettel)|kaufbeleg|facture|re[cç]u([^a-z]|$)|factura|recibo|fattura|ricevuta|scontrino|fatura|factuur|kassabon|kvitto|kvittering|faktura|rachunek|warrant|guarant|permit|quote|estimate|contrac?t|garanti|garanz|angebot|vertrag|genehmigung|devis|presupuesto|preventivo|offerte|scan|img|image|photo|foto|document|dokument|untitled|doc([^a-z]|$))","(^|[^a-z])(receipt|invoice|bill([^a-z]|$)|rechnung|quittung|kassen(bon|zettel)|kaufbeleg|facture|re[cç]u([^a-z]|$)|factura|recibo|fattura|ricevuta|scontrino|fatura|factuur|kassabon|kvitto|kvittering|faktura|rachunek)",0,0]

-- dismissed
select "items"."id" as "itemID",
  "items"."room_id" as "roomID",
  "items"."title",
  "items"."sample",
  "items"."position",
  "items"."subcategory_id" as "subcatID",
  ("wants"."asks" & "items"."not_needed") as "what",
  ("wants"."slots" - ("wants"."slots" & (case
  when "items"."field1" = '' then 0
  else 1 end + case
  when "items"."field2" = '' then 0
  else 2 end + case
  when "items"."field3" = '' then 0
  else 4 end + case
  when "items"."field4" = '' then 0
  else 8 end + case
  when "items"."field5" = '' then 0
  else 16 end + case
  when "items"."field6" = '' then 0
  else 32 end))) as "lacked"
from "items"
inner join "rooms" on "rooms"."id" = "items"."room_id"
inner join "projects" on "projects"."id" = "rooms"."project_id"
inner join (
  select cast(json_extract(value,
    '$.id') as integer) as "id",
    cast(json_extract(value,
    '$.slots') as integer) as "slots",
    cast(json_extract(value,
    '$.asks') as integer) as "asks",
    cast(json_extract(value,
    '$.first') as integer) as "first"
  from json_each(?)
  limit -1
) as "wants" on "wants"."id" = +"items"."subcategory_id"
where "items"."deleted_at" is null
and "rooms"."deleted_at" is null
and "projects"."deleted_at" is null
and ("projects"."owner_id" = ? or exists (
  select "project_members"."user_id"
  from "project_members"
  where "project_members"."project_id" = "projects"."id"
  and "project_members"."user_id" = ?
))
and "rooms"."project_id" = ?
and "rooms"."id" in (?, ?)
and ("wants"."asks" & "items"."not_needed") <> ?;
-- ["[{\"id\":31,\"slots\":3,\"asks\":7,\"first\":1}]",7,7,11,21,22,0]
