// The daily tasks of each role with the number of presses: clicks, and keys that are not the text
// of a field. Before issue 22 a withdrawal took 3, a payout 8 and more, a missing deposit 7, an
// exclusion 7; a letter to a segment and the NGR of a month could not be had.
import { test } from 'vitest'
import { openWorld } from './support/stack.ts'
import { accountantTasks } from './tasks/accountant.ts'
import { administratorTasks } from './tasks/administrator.ts'
import { financeTasks } from './tasks/finance.ts'
import { managementTasks } from './tasks/management.ts'
import { marketingTasks } from './tasks/marketing.ts'
import { riskTasks } from './tasks/risk.ts'
import { seatOf, type Office } from './tasks/seat.ts'
import { supportTasks } from './tasks/support.ts'

const world = await openWorld()
const counted: Record<string, number> = {}
const office: Office = {
  world,
  enter: async (name, password) => seatOf(await world.desk({ operator: { name, password } })),
  note: (task, presses) => {
    counted[task] = presses
    return presses
  },
}

test('the tasks of finance: withdrawals, payouts and a month', () => financeTasks(office))
test('the tasks of support: a missing deposit, an exclusion, an answer', () => supportTasks(office))
test('the tasks of risk: a flag', () => riskTasks(office))
test('the tasks of marketing: a segment, its size, a letter', () => marketingTasks(office))
test('the tasks of the accountant: balance, statement, signatures, file', () =>
  accountantTasks(office))
test('the tasks of the administrator: a rule, an operator', () => administratorTasks(office))
test('the tasks of management: the NGR of a month, its rows, its target', async () => {
  await managementTasks(office)
  console.log(`Presses: ${JSON.stringify(counted)}`)
})
