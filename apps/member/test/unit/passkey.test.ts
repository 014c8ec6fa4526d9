import './browser.ts'
import './watching.ts'
import { expect, onTestFinished, test } from 'vitest'
import { passkeyProof } from '../../src/app/factor/passkey.ts'
import { noteReach } from '../../src/app/reach.ts'

test('a passkey that cannot be asked for, since no server answers, is none and breaks nothing', async () => {
  onTestFinished(() => noteReach(true))
  // No server stands behind an address without an origin.
  expect(await passkeyProof()).toBeNull()
})
