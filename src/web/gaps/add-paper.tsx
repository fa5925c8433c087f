import { IconFileUpload } from '@tabler/icons-react'
import { useRef } from 'react'
import type { Gap } from '../../shared/gaps.ts'
import { Button } from '../ui/button.tsx'
import type { useGapChange } from './use-gap-change.ts'

interface AddPaperProps {
  gap: Gap
  what: 'manual' | 'receipt'
  change: ReturnType<typeof useGapChange>
}

export const AddPaper = ({ gap, what, change: { busy, attach } }: AddPaperProps) => {
  const input = useRef<HTMLInputElement>(null)
  const name = what === 'manual' ? 'Add Manual' : 'Add Receipt'
  return (
    <>
      <Button
        small
        icon={<IconFileUpload />}
        busy={busy}
        aria-label={`${name}: ${gap.title}`}
        onClick={() => input.current?.click()}
      >
        {name}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={`${name} of ${gap.title}`}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = ''
          if (file) void attach(gap, what, file)
        }}
      />
    </>
  )
}
