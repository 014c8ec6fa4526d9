// Which tests watch over which sources, the nearest first: a mutant that the first file notices
// costs no more than that file.
import { globSync } from 'node:fs'
import { root } from '../root.ts'
import { functionMutants } from './functions.ts'

export type Module = {
  sources: readonly string[]
  /** The functions of the database, by their names. */
  functions?: RegExp
  tests: readonly string[]
  /** Files in the folders of its tests that are not asked. */
  unasked?: readonly string[]
  project: 'db' | 'unit'
}

const server = 'apps/server/src'
const tests = (...names: string[]) => names.map(name => `apps/server/test/${name}`)

export const MODULES: Readonly<Record<string, Module>> = {
  ledger: {
    sources: [`${server}/ledger/*.ts`],
    functions: /^ledger\./,
    tests: tests('ledger', 'promotions/turnover.test.ts', 'wagering'),
    project: 'db',
  },
  verdicts: {
    sources: [`${server}/areas/cashier/payments/*.ts`],
    tests: tests('cashier/deposit.test.ts', 'cashier'),
    project: 'db',
  },
  cashier: {
    sources: [`${server}/areas/cashier/**/*.ts`],
    // Walks of random steps are not asked: what notices by chance says nothing that must hold.
    tests: tests(
      ...['stages', 'deposit', 'withdraw', 'payouts', 'disputes', 'batches', 'providers'].map(
        name => `cashier/${name}.test.ts`,
      ),
      ...['bankLines', 'cards', 'certainty', 'railBooks', 'recovery', 'sandbox', 'together'].map(
        name => `cashier/${name}.test.ts`,
      ),
      'cashier/amounts.test.ts',
      'cashier/moments.test.ts',
      'cashier/usdtRates.test.ts',
      'boundaries/cashier.test.ts',
      'protection/excess.test.ts',
      'verification/payouts.test.ts',
      ...['bulk', 'payouts', 'review', 'secondApproval'].map(name => `console/${name}.test.ts`),
    ),
    project: 'db',
  },
  wallet: {
    sources: [`${server}/areas/wallet/**/*.ts`],
    tests: tests('wallet', 'venues/seamless.test.ts'),
    project: 'db',
  },
  venues: {
    sources: [`${server}/areas/venues/**/*.ts`],
    functions: /^(transfer_|seamless_)/,
    tests: tests(
      'wallet',
      'venues',
      ...['freeRounds', 'freeRoundsSeamless', 'jackpots'].map(name => `promotions/${name}.test.ts`),
      // What a game is opened with, and who is let in.
      ...['doors', 'location', 'slots'].map(name => `profiles/${name}.test.ts`),
      ...['between', 'blocks', 'doors', 'excess', 'limitMoments', 'openBets', 'room'].map(
        name => `protection/${name}.test.ts`,
      ),
      'compliance/heldGames.test.ts',
      'compliance/voids.test.ts',
      'console/venues.test.ts',
    ),
    // Walks of random steps and the kit take minutes, and notice by chance.
    unasked: tests(
      ...['conservation', 'threeWallets', 'kitOperator'].map(name => `venues/${name}.test.ts`),
    ),
    project: 'db',
  },
  // Tables and the quarter of the engines are not asked: what nothing notices would wait for them.
  vip: {
    sources: [`${server}/areas/vip/**/*.ts`],
    tests: tests('promotions/vip.test.ts', 'promotions/vipJob.test.ts'),
    project: 'db',
  },
  agent: {
    sources: [`${server}/areas/agent/**/*.ts`],
    tests: tests(
      'agent',
      'console/agents.test.ts',
      'boundaries/promotions.test.ts',
      // The agents' own door.
      'account/newDevice.test.ts',
      'boundaries/memberThrottles.test.ts',
      'security/chains/ownAccount.test.ts',
      'security/memberFactors.test.ts',
    ),
    project: 'db',
  },
  turnover: {
    sources: [`${server}/areas/{bonus,turnover,wagering}/**/*.ts`],
    tests: tests(
      'wagering',
      'promotions/giveUp.test.ts',
      'promotions/turnover.test.ts',
      'promotions/vip.test.ts',
    ),
    project: 'db',
  },
  promotions: {
    sources: [`${server}/areas/{activity,rebate,redpacket}/**/*.ts`],
    tests: tests(
      'boundaries/promotions.test.ts',
      'boundaries/activity.test.ts',
      'redpacket',
      'activity',
      'promotions/rebate.test.ts',
      'promotions/packetWindows.test.ts',
      'promotions/audience.test.ts',
      'console/applications.test.ts',
      'security/activities.test.ts',
      'profiles/profiles.test.ts',
    ),
    project: 'db',
  },
  protection: {
    sources: [`${server}/areas/{protection,responsible,holds}/**/*.ts`],
    functions: /^(blocks_at|accounts_of_person|legally_held|offers?_|perks_|leaves_inbox)/,
    tests: tests(
      'protection',
      'boundaries/protection.test.ts',
      'profiles',
      'verification',
      'compliance',
      'security',
      'rights',
      'screening',
      'chain/chain.test.ts',
    ),
    // A walk of random steps: what it notices by chance says nothing that must hold.
    unasked: tests('protection/journeys.test.ts'),
    project: 'db',
  },
  // Who may do what in the back office, and how they come in.
  permissions: {
    sources: [
      'packages/contract/src/permissions.ts',
      `${server}/console/{signIn,staff}/*.ts`,
      `${server}/kernel/operator/{proposal,selfGuard}.ts`,
    ],
    tests: tests(
      ...['session', 'staff', 'secondFactor', 'permissions', 'rules', 'secondApproval'].map(
        name => `console/${name}.test.ts`,
      ),
      'boundaries/fixed.test.ts',
      // Reviews of rights stand beside the roles.
      'compliance/duties.test.ts',
      'operation/brands.test.ts',
      'security/places.test.ts',
      'security/production.test.ts',
    ),
    project: 'db',
  },
  security: {
    sources: [`${server}/kernel/{operator,security,secondFactor}/**/*.ts`],
    tests: tests(
      ...['applications', 'audit', 'lists', 'everyList', 'review', 'secondFactor', 'tools'].map(
        name => `console/${name}.test.ts`,
      ),
      ...['keys', 'lookups', 'events', 'memberFactors', 'boundaries', 'program', 'logins'].map(
        name => `security/${name}.test.ts`,
      ),
      'account/moments.test.ts',
      'boundaries/securityEvents.test.ts',
    ),
    project: 'db',
  },
  // Sessions, throttles and calls under a key.
  guards: {
    sources: [`${server}/kernel/http/{once,throttle}.ts`, `${server}/areas/account/**/*.ts`],
    tests: tests(
      'account',
      ...['guessing', 'keys', 'memberSessions', 'memberFactors', 'passwords'].map(
        name => `security/${name}.test.ts`,
      ),
      ...['recovery', 'resets'].map(name => `security/${name}.test.ts`),
      'security/logins.test.ts',
      ...['fixed', 'memberThrottles', 'throttles'].map(name => `boundaries/${name}.test.ts`),
      ...['idle', 'register'].map(name => `profiles/${name}.test.ts`),
      ...['agent', 'channels'].map(name => `agent/${name}.test.ts`),
      // Who may not join, and what is agreed to.
      ...['closing', 'consents', 'restriction'].map(name => `rights/${name}.test.ts`),
      'protection/blocks.test.ts',
      'message/notices.test.ts',
      'rights/dataRights.test.ts',
      'venues/limits.test.ts',
    ),
    project: 'db',
  },
  // What is kept of members and operators, and how long. Migrations patch `erase_member` where it
  // stands in the database: no file has its text.
  records: {
    sources: [],
    functions:
      /^(audit_|purge_|erase_tickets|redact_|drop_|member_stays|is_unsealed|end_play_of_person)/,
    tests: tests(
      ...['closing', 'complaints', 'dataRights', 'restriction'].map(
        name => `rights/${name}.test.ts`,
      ),
      'agent/agent.test.ts',
      'boundaries/service.test.ts',
      'compliance/floors.test.ts',
      'compliance/retention.test.ts',
      'console/audit.test.ts',
      'console/everyList.test.ts',
      'database/functions.test.ts',
      'tickets',
      'venues/storeMoments.test.ts',
      'verification',
    ),
    project: 'db',
  },
  // What is counted by day as it happens, and whose bonus or free round it is.
  figures: {
    sources: [],
    functions: /^(count_|note_|add_game_days|free_round_of|benefit_standing)/,
    tests: tests(
      'figures/facts.test.ts',
      'figures/report.test.ts',
      'promotions/audience.test.ts',
      'promotions/freeRoundsSeamless.test.ts',
      'protection/room.test.ts',
      'venues/betPages.test.ts',
      'venues/returns.test.ts',
      'wallet/historyPages.test.ts',
    ),
    project: 'db',
  },
  // The venue's bets, rounds and settlement, and the wallets that they move.
  venue: {
    sources: ['apps/venue/server/{play,rounds,book,wallet}/*.ts'],
    tests: [
      ...['book', 'bookRun', 'cards', 'close', 'errors', 'feed', 'leaders'].map(
        name => `apps/venue/test/${name}.test.ts`,
      ),
      ...['matchPublisher', 'operator', 'protection', 'rounds', 'slot', 'stream', 'transfers'].map(
        name => `apps/venue/test/${name}.test.ts`,
      ),
      ...['bookBounds', 'freeRounds', 'jackpots', 'protectionPlay'].map(
        name => `apps/venue/test/play/${name}.test.ts`,
      ),
      ...['beacon', 'commitments'].map(name => `apps/venue/test/fairness/${name}.test.ts`),
    ],
    project: 'db',
  },
  rules: {
    sources: ['packages/contract/src/**/rules.ts', 'packages/money/src/*.ts'],
    tests: ['packages/contract', 'packages/money', 'apps/member/test/unit'],
    project: 'unit',
  },
}

export const sourcesOf = ({ sources }: Module): string[] =>
  sources.flatMap(pattern => globSync(pattern, { cwd: root })).toSorted()

/** The files of its tests, of folders and of single ones. */
export const testsOf = ({ tests: watching, unasked = [], project }: Module): string[] => [
  ...new Set(
    watching.flatMap(path =>
      path.endsWith('.test.ts')
        ? [path]
        : globSync(`${path}/**/*.test.ts`, { cwd: root }).filter(
            file => !unasked.includes(file) && (project !== 'db' || !file.includes('/test/unit/')),
          ),
    ),
  ),
]

/** Whether a file is the one named, or lies in the folder named. */
export const isUnder = (path: string, file: string) => file === path || file.startsWith(`${path}/`)

/** The module of a file or a folder: the first that lists it. */
export const moduleOf = (path: string): Module | undefined =>
  Object.values(MODULES).find(module => sourcesOf(module).some(each => isUnder(path, each))) ??
  Object.values(MODULES).find(({ functions }) =>
    functions ? functionMutants(functions).some(each => each.path === path) : false,
  )
