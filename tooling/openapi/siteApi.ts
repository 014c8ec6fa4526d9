// The documents of the member API and the console API.
import { calls, type Call } from '@tianping/contract'
import { consoleCalls } from '@tianping/contract/console'
import { memberRefusals, refusals } from '@tianping/contract/refusals'
import { codeAndText, type Catalogue } from '@tianping/contract/say'
import { globSync } from 'node:fs'
import * as account from '../../packages/contract/src/account/calls.ts'
import * as activity from '../../packages/contract/src/activity/calls.ts'
import * as cards from '../../packages/contract/src/cards/calls.ts'
import * as shared from '../../packages/contract/src/consoleFields.ts'
import * as games from '../../packages/contract/src/games/calls.ts'
import * as rebate from '../../packages/contract/src/rebate/calls.ts'
import * as records from '../../packages/contract/src/records/calls.ts'
import * as redpacket from '../../packages/contract/src/redpacket/calls.ts'
import * as site from '../../packages/contract/src/site/calls.ts'
import * as turnover from '../../packages/contract/src/turnover/calls.ts'
import * as vip from '../../packages/contract/src/vip/calls.ts'
import * as wallet from '../../packages/contract/src/wallet/calls.ts'
import * as why from '../../packages/contract/src/why.ts'
import { found } from './found.ts'
import { inRoot } from '../root.ts'
import { commentsIn, type Docs } from './comments.ts'
import {
  carried,
  describeComponents,
  describeFields,
  documentOf,
  templateOf,
  type Placed,
} from './document.ts'
import { acceptedExample } from './examples.ts'
import { consoleAreaOf, operationIdOf, titleOf } from './names.ts'
import { namedSchemas, schemaOf, type Json, type Named } from './schemas.ts'

const CONTRACT = 'packages/contract/src'
const MEMBER_AREAS: [area: string, description: string][] = [
  ['account', 'Registration, sessions, the member and passwords.'],
  ['safety', 'Second factors and open sessions of the member.'],
  ['site', 'Settings of the site, banners, notices and articles.'],
  ['message', 'Messages to the member.'],
  ['consents', 'Agreements to the terms, and choices about personal data.'],
  ['complaints', 'Complaints of the member.'],
  ['tickets', 'Conversations with customer service.'],
  ['dataRights', 'A copy of the personal data, and requests about it.'],
  ['closing', 'Closing the account.'],
  ['delivery', 'Verified contacts and recovery of a forgotten password.'],
  ['verification', 'Proving who the member is.'],
  ['games', 'The lobby and launching games.'],
  ['giveaways', 'Further windows of red packets, codes, and missions.'],
  ['tournaments', 'Tournaments fed by settled bets.'],
  ['jackpots', 'Pools of slots that a share of each stake fills.'],
  ['freeRounds', 'Rounds of slots that the house gives.'],
  ['onboarding', 'The first steps of a new member.'],
  ['wallet', 'The platform wallet and venue wallets.'],
  ['cards', 'Bound cards and addresses.'],
  ['cashier', 'Deposits and withdrawals.'],
  ['vip', 'VIP levels.'],
  ['rebate', 'Rebates.'],
  ['redpacket', 'Red packets.'],
  ['activity', 'Activities and applications.'],
  ['turnover', 'The turnover audit.'],
  ['records', 'Bets and transactions.'],
  ['protection', 'Limits, breaks and exclusions of the member.'],
  ['harm', 'The care for players: what a member sees of it.'],
  ['agent', 'The agent site.'],
  ['channels', 'Links of advertising.'],
]

/** Code of a refusal -> what it means. The call had no effect. */
const REFUSALS: [code: number, meaning: string][] = [
  [400, 'the payload or a rule: `message` says which, `data.field` or `data.fields` where'],
  [401, 'no session, or the session has ended: log in again'],
  [403, 'not allowed'],
  [409, 'the state has changed, or the idempotency key was used with another payload'],
  [429, 'too many attempts: try again later'],
]

const refusal: Json = {
  type: 'object',
  description: `A refused call. Codes: ${REFUSALS.map(([code, text]) => `${code} ${text}`).join('; ')}. Clients must accept other codes.`,
  properties: {
    code: { type: 'integer', not: { const: 200 }, examples: REFUSALS.map(([code]) => code) },
    message: { type: 'string', description: 'For the user, in Chinese.' },
    data: {
      type: ['object', 'null'],
      description: 'Refusals of an engine explain themselves in `why`.',
    },
  },
  required: ['code', 'message', 'data'],
}
/** Every stable code with its sentence and its code in the envelope. */
const refusalCodes = (catalogue: Catalogue): Json => ({
  type: 'string',
  description:
    'The stable code of a refusal. The sentence may change and be translated; the code stays.',
  oneOf: Object.entries(catalogue).map(([reason, sentence]) => {
    const [code, text] = codeAndText(sentence)
    return { const: reason, title: text, description: `Code ${code} in the envelope.` }
  }),
})

const sharedParts = (schemas: Json, catalogue: Catalogue): Json => ({
  schemas: { ...schemas, Refusal: refusal, RefusalCode: refusalCodes(catalogue) },
  headers: {
    XRefusal: {
      description: 'Of refusals only: which one it is.',
      schema: { $ref: '#/components/schemas/RefusalCode' },
    },
  },
  parameters: {
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      description:
        'The call takes effect once per key. A repetition with the same payload gets the first answer; with another payload it is refused with 409.',
      schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{8,64}$' },
    },
  },
  responses: {
    Failure: {
      description:
        'No definite outcome (HTTP 500 or 503), or a request that is too large (413). After 5xx a call may or may not have taken effect: repeat it with the same Idempotency-Key.',
      content: {
        'application/json': {
          schema: { $ref: '#/components/schemas/Refusal' },
          example: { code: 503, message: '服务器繁忙，请稍后再试', data: null },
        },
      },
    },
  },
})

function answer(data: Json, example: unknown): Json {
  return {
    description: 'The envelope: code 200 with `data`, or a refusal. Both are HTTP 200.',
    headers: { 'x-refusal': { $ref: '#/components/headers/XRefusal' } },
    content: {
      'application/json': {
        schema: {
          oneOf: [
            {
              type: 'object',
              properties: { code: { const: 200 }, message: { type: 'string' }, data },
              required: ['code', 'message', 'data'],
            },
            { $ref: '#/components/schemas/Refusal' },
          ],
        },
        examples: {
          success: { value: { code: 200, message: 'ok', data: example } },
          refused: { value: { code: 400, message: '请求参数不正确', data: { fields: ['page'] } } },
        },
      },
    },
  }
}

/** A file, after the plain fields that the call takes. */
const uploadOf = ({ properties, required }: Json): Json => ({
  required: true,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        properties: {
          ...(properties as Json | undefined),
          file: { type: 'string', contentMediaType: 'application/octet-stream' },
        },
        required: [...((required as string[] | undefined) ?? []), 'file'],
      },
    },
  },
})

type Setting = {
  components: Json
  named: Named
  docs: Docs
  tagOf: (name: string) => string
  security: (spec: Call) => Json[]
}

function operationsOf(name: string, spec: Call, setting: Setting): Placed[] {
  const { components, named, docs } = setting
  const [method, url] = name.split(' ') as [string, string]
  const { template, names } = templateOf(url)
  const takes = schemaOf(spec.takes, 'input', components)
  const gives = schemaOf(spec.gives, 'output', components, named)
  const doc = docs.calls.get(name)
  if (doc) describeFields([takes, gives], doc.fields)
  const sent = spec.upload
    ? { parameters: [], requestBody: uploadOf(takes) }
    : carried(method, names, takes, acceptedExample(name, spec.takes, takes, components))
  const given = acceptedExample(`${name} answer`, spec.gives, gives, components)
  const { aliases = [] } = spec
  const operationId = operationIdOf(name)
  const operation: Json = {
    operationId,
    summary: titleOf(name),
    description: [
      doc?.text,
      spec.permission ? `Permission: \`${spec.permission}\`.` : '',
      aliases.length > 0 ? `Deployed clients also use ${aliases.join(', ')}.` : '',
    ]
      .filter(Boolean)
      .join(' '),
    tags: [setting.tagOf(name)],
    security: setting.security(spec),
    ...sent,
    parameters: [
      ...sent.parameters,
      ...(spec.once ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ],
    responses: { '200': answer(gives, given), default: { $ref: '#/components/responses/Failure' } },
    ...(spec.permission ? { 'x-permission': spec.permission } : {}),
  }
  if (operation['description'] === '') delete operation['description']
  const others = aliases.map((alias, n): Placed => {
    const [aliasMethod, path] = alias.split(' ') as [string, string]
    return {
      method: aliasMethod,
      path: templateOf(path).template,
      operation: {
        ...operation,
        operationId: `${operationId}Alias${n === 0 ? '' : n + 1}`,
        description: `Another path of \`${name}\`, for deployed clients.`,
        deprecated: true,
      },
    }
  })
  return [{ method, path: template, operation }, ...others]
}

/** The contract's files of one kind: `calls.ts` of members, everything else of the back office. */
const filesOf = (member: boolean) =>
  globSync('**/*.ts', { cwd: inRoot(CONTRACT) })
    .map(file => file.replaceAll('\\', '/'))
    .filter(file => file !== 'rule.ts' && !file.endsWith('/rules.ts'))
    .filter(file => !file.includes('/') || file.endsWith('/calls.ts') === member)
    .toSorted()
    .map(file => `${CONTRACT}/${file}`)

function docsOf(files: string[]): Docs {
  const all = files.map(commentsIn)
  return {
    calls: new Map(all.flatMap(({ calls: each }) => [...each])),
    schemas: new Map(all.flatMap(({ schemas }) => [...schemas])),
  }
}

const MEMBER_TEXT = `Every call that the member app makes. A known call answers HTTP 200 with \`{code, message, data}\`: code 200 is success, every other code is a refusal. Calls take JSON or a form. A session is the \`api_token\` of \`POST /api/login\`, sent as a bearer token. Money is a number of yuan with at most two decimals; times are Beijing's. Answers may gain fields.`
const CONSOLE_TEXT = `Every call of the back office. A session is a cookie that \`POST /api/console/login\` sets; every call carries the header \`x-tianping-console: 1\`, which a cross-site form cannot send. Each call names the permission that its operator needs; without a permission every signed-in operator may make it. Answers have the member API's envelope.`

/** The member API: `calls` of the contract. */
export function memberDocument(): Json {
  const components: Json = {}
  const areaOf = new Map(
    MEMBER_AREAS.flatMap(([area]) =>
      [...commentsIn(`${CONTRACT}/${area}/calls.ts`).calls.keys()].map(
        name => [name, area] as const,
      ),
    ),
  )
  const docs = docsOf(filesOf(true))
  const setting: Setting = {
    components,
    named: namedSchemas([
      account,
      activity,
      cards,
      games,
      rebate,
      records,
      redpacket,
      site,
      turnover,
      vip,
      wallet,
      why,
    ]),
    docs,
    tagOf: name => found(areaOf.get(name), `area of ${name}`),
    security: ({ by }) => (by === 'anyone' ? [{}, { memberToken: [] }] : [{ memberToken: [] }]),
  }
  const placed = Object.entries<Call>(calls).flatMap(([name, spec]) =>
    operationsOf(name, spec, setting),
  )
  describeComponents(components, docs)
  return documentOf('Tianping member API', MEMBER_TEXT, placed, {
    servers: [{ url: '/' }],
    tags: MEMBER_AREAS,
    components: {
      ...sharedParts(components, memberRefusals),
      securitySchemes: {
        memberToken: {
          type: 'http',
          scheme: 'bearer',
          description: '`data.api_token` of `POST /api/login` or `POST /api/register`.',
        },
      },
    },
  })
}

/** The console API: `consoleCalls` of the contract. */
export function consoleDocument(): Json {
  const components: Json = {}
  const docs = docsOf(filesOf(false))
  const setting: Setting = {
    components,
    named: namedSchemas([shared, why]),
    docs,
    tagOf: consoleAreaOf,
    security: ({ by }) => [
      { consoleHeader: [], ...(by === 'operator' ? { consoleSession: [] } : {}) },
    ],
  }
  const names = Object.keys(consoleCalls)
  const placed = Object.entries<Call>(consoleCalls).flatMap(([name, spec]) =>
    operationsOf(name, spec, setting),
  )
  describeComponents(components, docs)
  const areas = [...new Set(names.map(consoleAreaOf))]
  return documentOf('Tianping console API', CONSOLE_TEXT, placed, {
    servers: [{ url: '/' }],
    tags: areas.map(area => [area, `Calls under /api/console/${area}.`]),
    components: {
      ...sharedParts(components, refusals),
      securitySchemes: {
        consoleSession: {
          type: 'apiKey',
          in: 'cookie',
          name: 'tianping_console',
          description: 'Over https its name is `__Host-tianping_console`.',
        },
        consoleHeader: {
          type: 'apiKey',
          in: 'header',
          name: 'x-tianping-console',
          description: 'Always `1`.',
        },
      },
    },
  })
}
