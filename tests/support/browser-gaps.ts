import '@testing-library/jest-dom/vitest'
import { configure } from '@testing-library/react'

// As long as a test: what waits for a busy machine does not fail.
configure({ asyncUtilTimeout: 4000 })

/** What the app uses of browsers that happy-dom lacks. */
Object.assign(globalThis, { isSecureContext: true })
