import '@testing-library/jest-dom/vitest'

/** What the app uses of browsers that happy-dom lacks. */
Object.assign(globalThis, { isSecureContext: true })
