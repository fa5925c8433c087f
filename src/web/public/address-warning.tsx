import { useEffect, useState } from 'react'
import { Message } from '../ui/message.tsx'
import { addressTrouble, openedAs } from './address-trouble.ts'
import { siteToCome } from './pending-site-info.ts'

/** Warns above links and codes that would not work for others. */
export const AddressWarning = () => {
  const [words, setWords] = useState<string>()
  useEffect(() => {
    let isGone = false
    void siteToCome().then((site) => {
      if (site && !isGone) setWords(addressTrouble(site, openedAs()))
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
