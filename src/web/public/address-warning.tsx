import { useEffect, useState } from 'react'
import { Message } from '../ui/message.tsx'
import { addressProblem, currentAddress } from './address-problem.ts'
import { pendingSite } from './pending-site.ts'

/** Warns above links and codes that would not work for others. */
export const AddressWarning = () => {
  const [words, setWords] = useState<string>()
  useEffect(() => {
    let isGone = false
    void pendingSite().then((site) => {
      if (site && !isGone) setWords(addressProblem(site, currentAddress()))
    })
    return () => {
      isGone = true
    }
  }, [])
  return (
    words !== undefined && (
      <Message kind="warning" isNote>
        {words}
      </Message>
    )
  )
}
