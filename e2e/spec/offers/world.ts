import { openWorld } from '../../support/stack.ts'

export const world = await openWorld({ env: { TRUST_PROXY: '1' } })
/** Home as one finds it who has read the greeting. */
export const greeted = { 'closed:welcome': '1' }
