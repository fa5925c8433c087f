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
  and (lower(("item_files"."display_name" || ' ' || "item_files"."caption" || ' ' || "uploads"."original_name") collate "C") ~ $1
    or (blobs.type = 'application/pdf'
    and not lower(("item_files"."display_name" || ' ' || "item_files"."caption" || ' ' || "uploads"."original_name") collate "C") ~ $2))
) then 2 else 0 end + case when (("wants"."asks" & 4) <> 0 and ("items"."not_needed" & 4) = 0) and not exists (
  select 1
  from item_files
  join uploads on uploads.id = item_files.upload_id
  join blobs on blobs.id = uploads.blob_id
  where item_files.item_id = items.id
  and item_files.deleted_at is null
  and lower(("item_files"."display_name" || ' ' || "item_files"."caption" || ' ' || "uploads"."original_name") collate "C") ~ $3
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
  select *
  from json_to_recordset($4::json) as one ("id" bigint, "slots" bigint, "asks" bigint, "first" bigint)
) as "wants" on "wants"."id" = +"items"."subcategory_id"
where "items"."deleted_at" is null
and "rooms"."deleted_at" is null
and "projects"."deleted_at" is null
and ("projects"."owner_id" = $5 or exists (
  select "project_members"."user_id"
  from "project_members"
  where "project_members"."project_id" = "projects"."id"
  and "project_members"."user_id" = $6
))
and "rooms"."project_id" = $7
and "rooms"."id" in ($8, $9)
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
  and (lower(("item_files"."display_name" || ' ' || "item_files"."caption" || ' ' || "uploads"."original_name") collate "C") ~ $10
    or (blobs.type = 'application/pdf'
    and not lower(("item_files"."display_name" || ' ' || "item_files"."caption" || ' ' || "uploads"."original_name") collate "C") ~ $11))
) then 2 else 0 end + case when (("wants"."asks" & 4) <> 0 and ("items"."not_needed" & 4) = 0) and not exists (
  select 1
  from item_files
  join uploads on uploads.id = item_files.upload_id
  join blobs on blobs.id = uploads.blob_id
  where item_files.item_id = items.id
  and item_files.deleted_at is null
  and lower(("item_files"."display_name" || ' ' || "item_files"."caption" || ' ' || "uploads"."original_name") collate "C") ~ $12
) then 4 else 0 end) & 1) <> $13
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
and "wants"."first" <> $14;
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
  select *
  from json_to_recordset($1::json) as one ("id" bigint, "slots" bigint, "asks" bigint, "first" bigint)
) as "wants" on "wants"."id" = +"items"."subcategory_id"
where "items"."deleted_at" is null
and "rooms"."deleted_at" is null
and "projects"."deleted_at" is null
and ("projects"."owner_id" = $2 or exists (
  select "project_members"."user_id"
  from "project_members"
  where "project_members"."project_id" = "projects"."id"
  and "project_members"."user_id" = $3
))
and "rooms"."project_id" = $4
and "rooms"."id" in ($5, $6)
and ("wants"."asks" & "items"."not_needed") <> $7;
-- ["[{\"id\":31,\"slots\":3,\"asks\":7,\"first\":1}]",7,7,11,21,22,0]
