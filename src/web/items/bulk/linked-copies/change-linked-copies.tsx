import { ITEMS_AT_ONCE } from '../../../../shared/items/bulk/bulk-changes.api.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Message } from '../../../ui/message.tsx'
import { leaveThem, changeLabel, changeInWords } from './linked-copies-words.ts'
import { LinkedCopiesList } from './linked-copies-list.tsx'
import { countOf, type LinkedCopiesOffer } from './find-linked-copies.ts'
import { useLinkedCopyChange } from './use-linked-copy-change.ts'

interface ChangeLinkedCopiesProps {
  found: LinkedCopiesOffer
  onClose: () => void
}

/** Lists the linked copies that still have an old value, to be deselected individually, and those left out. */
export const ChangeLinkedCopies = ({ found, onClose }: ChangeLinkedCopiesProps) => {
  const others = useLinkedCopyChange(found, onClose)
  const { failure, going, count, most } = others
  const name = changeLabel(count)
  const takesRounds = going !== undefined && most > ITEMS_AT_ONCE
  return (
    <Dialog
      open
      title={name}
      onClose={going ? others.stop : onClose}
      actions={
        <>
          {takesRounds ? (
            <Button onClick={others.stop} busy={going.isStopping}>
              {going.isStopping ? 'Stopping…' : 'Stop'}
            </Button>
          ) : (
            <Button onClick={others.leave}>{leaveThem(countOf(found))}</Button>
          )}
          <Button
            kind="primary"
            disabled={!others.canChange}
            busy={going !== undefined}
            onClick={others.change}
            data-takes-focus
          >
            {name}
          </Button>
        </>
      }
    >
      {failure !== undefined && <Message kind="error">{failure}</Message>}
      {takesRounds ? (
        <div className="grid gap-12">
          <p role="status">
            {count === undefined ? `${going.processed} checked…` : `${going.processed} of ${count} changed…`}
          </p>
          <progress aria-label={name} max={most} value={going.processed} />
          <p>You can stop at any time. Anything already changed can be undone.</p>
        </div>
      ) : (
        <ToChoose others={others} />
      )}
    </Dialog>
  )
}

const ToChoose = ({ others }: { others: ReturnType<typeof useLinkedCopyChange> }) => {
  const { changed, offered, stay, texts, itemIDs, deselected, more, toggle } = others
  return (
    <>
      {changed.length === 1 ? (
        changed.map((each) => <p key={each.text}>{changeInWords(each)}</p>)
      ) : (
        <div role="group" aria-label="What changes">
          {changed.map((each) => (
            <Checkbox
              key={each.text}
              name={each.text}
              label={changeInWords(each)}
              checked={texts.has(each.text)}
              onChange={(isTicked) => others.choose(each, isTicked)}
            />
          ))}
        </div>
      )}
      {offered.length > 1 && (
        <Checkbox
          label={more > 0 ? `Select These ${offered.length}` : `Select All ${offered.length}`}
          name="all-others"
          checked={itemIDs.length === offered.length}
          onChange={(isTicked) =>
            toggle(
              offered.map(({ itemID }) => itemID),
              isTicked,
            )
          }
        />
      )}
      <div className="scrolls ruled">
        <LinkedCopiesList
          others={offered}
          changed={changed}
          label="Other copies"
          deselected={deselected}
          onToggle={toggle}
        />
        {stay.length > 0 && (
          <LinkedCopiesList others={stay} changed={changed} label="Edited separately, so left unchanged" />
        )}
      </div>
      {more > 0 && (
        <div className="row wrap between gap-12 tight">
          <Checkbox
            name="further-others"
            label={`and ${more} more`}
            checked={others.includeRemaining}
            onChange={others.setIncludeRemaining}
          />
          <Button small onClick={others.showMore}>
            Show More
          </Button>
        </div>
      )}
    </>
  )
}
