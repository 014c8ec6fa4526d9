import { transaction, type Db, type Tx } from '@tianping/database'
import {
  demoOperators,
  endSessionsOf,
  insertOperator,
  replaceSecrets,
  setActive,
} from './account.sql.ts'
import { beginAction, endAction } from './operator.sql.ts'
import { hashPassword, newAuthenticator } from './secrets.ts'

/** The operator of a sandbox; the password is published. */
export const DEMO_OPERATOR = { name: 'venue', password: 'venue888' } as const
/** Who the log names for what was done by a command on the machine. */
const COMMAND = 'command line'
const NAME_FORMAT = /^[a-z0-9_.-]{3,32}$/
const LEAST_CHARACTERS = 12
const LEAST_DIFFERENT = 5
/** Those of the 3,000 commonest passwords (zxcvbn's list) that are long enough. */
const COMMON = new Set(
  (
    '123qweasdzxc 1qaz2wsx3edc q1w2e3r4t5y6 1q2w3e4r5t6y mailcreated5240 ' +
    'qazwsxedcrfv 123456qwerty qwerty123456'
  ).split(' '),
)

type Chosen = { name: string; password: string }

/** Throws a message for the person at the command line. */
function refuseUnfit({ name, password }: Chosen): void {
  if (!NAME_FORMAT.test(name))
    throw new RangeError('a name has 3 to 32 small letters, digits or _.-')
  if ([...password].length < LEAST_CHARACTERS)
    throw new RangeError(`a password has at least ${LEAST_CHARACTERS} characters`)
  if (password.toLowerCase().includes(name))
    throw new RangeError('a password does not contain the name')
  if (COMMON.has(password.toLowerCase()))
    throw new RangeError('a password is not one of the commonest')
  if (new Set(password).size < LEAST_DIFFERENT)
    throw new RangeError(`a password has at least ${LEAST_DIFFERENT} different characters`)
}

/** Writes down, in the same transaction, what a command did to an operator. */
async function noted(tx: Tx, action: string, target: string): Promise<void> {
  const now = new Date()
  const id = await beginAction(tx, { operator: COMMAND, action, target, reason: action }, now)
  await endAction(tx, id, { done: {} }, now)
}

/** New password and authenticator for an operator; answers the address for the authenticator. */
async function withSecrets(
  db: Db,
  key: string,
  chosen: Chosen,
  action: string,
  write: (tx: Tx, o: Chosen & { passwordHash: string; totpSealed: Buffer }) => Promise<boolean>,
): Promise<string | null> {
  refuseUnfit(chosen)
  const { uri, sealed } = newAuthenticator(key, chosen.name)
  const passwordHash = await hashPassword(chosen.password)
  const written = await transaction(db, async tx => {
    const done = await write(tx, { ...chosen, passwordHash, totpSealed: sealed })
    if (done) await noted(tx, action, chosen.name)
    return done
  })
  return written ? uri : null
}

/** Adds an operator; answers the authenticator's address, or null when the name is taken. */
export const createOperator = (db: Db, key: string, chosen: Chosen): Promise<string | null> =>
  withSecrets(db, key, chosen, 'create-operator', (tx, o) =>
    insertOperator(tx, { ...o, demo: false }),
  )

/** Gives an operator another password and authenticator, and ends the sessions of the old ones. */
export const resetOperator = (db: Db, key: string, chosen: Chosen): Promise<string | null> =>
  withSecrets(db, key, chosen, 'reset-operator', async (tx, o) => {
    const found = (await replaceSecrets(tx, o)) === 1
    await endSessionsOf(tx, o.name)
    return found
  })

/** Disables, at once, or enables an operator. False when nobody has the name. */
export const switchOperator = (db: Db, name: string, active: boolean): Promise<boolean> =>
  transaction(db, async tx => {
    const found = (await setActive(tx, name, active)) === 1
    if (!found) return false
    if (!active) await endSessionsOf(tx, name)
    await noted(tx, active ? 'enable-operator' : 'disable-operator', name)
    return true
  })

/** A sandbox has an operator whose password is in the README. */
export async function addDemoOperator(db: Db): Promise<void> {
  const { name, password } = DEMO_OPERATOR
  const passwordHash = await hashPassword(password)
  await insertOperator(db, { name, passwordHash, totpSealed: null, demo: true })
}

/** Throws when an operator with a published password could sign in. */
export async function refuseDemoOperators(db: Db): Promise<void> {
  const found = await demoOperators(db)
  if (found.length === 0) return
  const names = found.map(({ name }) => name).join(', ')
  throw new Error(
    `demo operators are in the database (${names}): npm run venue-operator -- disable NAME`,
  )
}
