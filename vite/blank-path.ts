import { BLANK_PATH } from '../src/shared/contract/blank-path.ts'

/** The placeholder that Vite and src/web/lib/public-path.ts put before addresses. */
export const withBlankPath = {
  base: `${BLANK_PATH}/`,
  define: { 'import.meta.env.PUBLIC_PATH': JSON.stringify(BLANK_PATH) },
}
