import type { Permission } from '@tianping/contract/console'
import { go } from './address.ts'
import { rooms } from './rooms.ts'
import type { Operator } from './session/me.ts'

/** Where who may do this works; the first that fits. Who may make operators oversees everything. */
const works: [Permission, string][] = [
  ['staff.write', '/'],
  ['withdrawal.review', '/withdrawals'],
  ['risk.review', '/risk'],
  ['ticket.answer', '/tickets'],
  ['month.sign', '/months'],
  ['message.send', '/campaigns'],
  ['target.write', '/figures'],
]

const placeOf = ({ name }: Pick<Operator, 'name'>) => `console-home:${name}`
type Who = Pick<Operator, 'name'> & { permissions: readonly Permission[] }

/** What the operator chose on this browser; empty for the room of the role. */
export function chosenHome(operator: Who): string {
  const chosen = localStorage.getItem(placeOf(operator)) ?? ''
  const room = rooms.find(({ path }) => path === chosen)
  const may = room && (room.permission === '' || operator.permissions.includes(room.permission))
  return may ? chosen : ''
}

export const chooseHome = (operator: Who, path: string) =>
  localStorage.setItem(placeOf(operator), path)

export const homeByRole = (permissions: Who['permissions']): string =>
  works.find(([permission]) => permissions.includes(permission))?.[1] ?? '/'

/** From the door to the room one works in; an address that says where to go is kept. */
export function comeIn(operator: Who) {
  if (location.hash === '' || location.hash === '#/')
    go(chosenHome(operator) || homeByRole(operator.permissions), true)
}
