import type { ResponseOf } from '../../../shared/contract/endpoint.ts'
import type { RoomCard } from '../../../shared/projects/rooms.api.ts'
import type { LinkScope, listLinks } from '../../../shared/sharing/links.api.ts'
import { TRADE_NAMES, type Trade } from '../../../shared/structure/classification.ts'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { Select } from '../../ui/forms/select.tsx'

/** What a new link shows: the kind and id of the chosen option, and the rooms if several are chosen. */
interface ChosenScope {
  option: string
  rooms: readonly number[]
}

export const WHOLE: ChosenScope = { option: '', rooms: [] }
const SOME_ROOMS = 'rooms'

/** As the server takes it. */
export const scopeOf = ({ option, rooms }: ChosenScope): { roomID?: number; scope?: LinkScope } => {
  if (option === SOME_ROOMS) return { scope: { rooms: [...rooms] } }
  const [kind, id = ''] = option.split(' ')
  if (kind === 'room') return { roomID: Number(id) }
  if (kind === 'category') return { scope: { catID: Number(id) } }
  return kind === 'trade' ? { scope: { trade: id as Trade } } : {}
}

interface ScopeChoiceProps extends Pick<ResponseOf<typeof listLinks>, 'categories' | 'trades'> {
  rooms: readonly RoomCard[]
  chosen: ChosenScope
  onChange: (chosen: ChosenScope) => void
  error: string | undefined
}

export const ScopeChoice = ({ rooms, categories, trades, chosen, onChange, error }: ScopeChoiceProps) => (
  <>
    <Select
      label="Shows"
      name="shows"
      value={chosen.option}
      onChange={(option) => onChange({ ...chosen, option })}
      error={chosen.option === SOME_ROOMS ? undefined : error}
    >
      <option value="">Whole project</option>
      {rooms.length > 0 && (
        <optgroup label="Rooms">
          {rooms.length > 2 && <option value={SOME_ROOMS}>Some rooms…</option>}
          {rooms.map(({ ID, name }) => (
            <option key={ID} value={`room ${ID}`}>
              {name}
            </option>
          ))}
        </optgroup>
      )}
      {trades.length > 0 && (
        <optgroup label="A trade’s work">
          {trades.map((trade) => (
            <option key={trade} value={`trade ${trade}`}>
              {TRADE_NAMES[trade]}
            </option>
          ))}
        </optgroup>
      )}
      {categories.length > 0 && (
        <optgroup label="A category">
          {categories.map(({ catID, name }) => (
            <option key={catID} value={`category ${catID}`}>
              {name}
            </option>
          ))}
        </optgroup>
      )}
    </Select>
    {chosen.option === SOME_ROOMS && (
      <fieldset className="cells small-cells gap-12 tight">
        <legend className="label bold">Rooms</legend>
        {rooms.map(({ ID, name }) => (
          <Checkbox
            key={ID}
            label={name}
            name={`room-${ID}`}
            checked={chosen.rooms.includes(ID)}
            onChange={(isChosen) =>
              onChange({
                ...chosen,
                rooms: isChosen ? [...chosen.rooms, ID] : chosen.rooms.filter((one) => one !== ID),
              })
            }
          />
        ))}
        {error !== undefined && (
          <p role="alert" className="danger small whole-row">
            {error}
          </p>
        )}
      </fieldset>
    )}
  </>
)
