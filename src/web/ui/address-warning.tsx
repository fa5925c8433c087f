import { useEffect, useState } from 'react'
import { Message } from './message.tsx'
import { addressProblem, currentAddress } from '../lib/address-problem.ts'
import { pendingSite } from '../lib/pending-site.ts'

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
