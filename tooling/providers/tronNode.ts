// A node of TRON for tests: a process of its own that answers in the shapes of the HTTP interface
// of java-tron and TronGrid, and nothing more. It reads the signed bytes as a node does.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { BYTE_SUN, ENERGY, ENERGY_SUN, TronChain, type Info, type Sent } from './tronChain.ts'
import { read } from './tronBytes.ts'
import { serveStub, type Answer, type Called } from './stub.ts'

/** The end of the main network's first block, which is its number. */
const GENESIS = '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc'
const BALANCE_CALL = '70a08231'
const DEPTH = 19

type Config = { solid?: number; blockMs?: number; chainFile?: string }
const { solid = DEPTH, blockMs, chainFile } = JSON.parse(process.argv[2] ?? '{}') as Config
const chain = new TronChain(solid, blockMs)
if (chainFile && existsSync(chainFile)) chain.restore(JSON.parse(readFileSync(chainFile, 'utf8')))
/** On the disk before anybody hears of it; what waits for a block is lost by a kill. */
function keepChain(): void {
  if (!chainFile) return
  writeFileSync(`${chainFile}.new`, JSON.stringify(chain.kept()))
  renameSync(`${chainFile}.new`, chainFile)
}
/** Says that it has taken a transaction, and forgets it. */
let forgets = false
/** Has blocks, and no index of the transactions in them. */
let blind = false
/** How often a transaction was handed over. */
let times = 0

type Asked = {
  owner_address?: string
  address?: string
  transaction?: string
  id_or_num?: string
  detail?: boolean
  num?: number
  value?: string
  data?: string
  contract_address?: string
}

const plain = (address = '') => `0x${address.slice(2)}`

/** What a node says when a transaction is handed over. */
function take(raw: string): object {
  const signed = read(raw)
  times += 1
  const says = (code: string) => ({
    result: code === 'SUCCESS',
    code,
    message: '',
    txid: signed?.id ?? '',
  })
  if (!signed) return says('SIGERROR')
  if (chain.pool.has(signed.id) || chain.find(signed.id)) return says('DUP_TRANSACTION_ERROR')
  if (signed.expiresAt <= chain.headAt) return says('TRANSACTION_EXPIRATION_ERROR')
  if (!chain.blocks.some(({ id }, n) => signed.refersTo(chain.heightOf(n), id)))
    return says('TAPOS_ERROR')
  if (!forgets) chain.pool.set(signed.id, signed)
  return says('SUCCESS')
}

function blockAt(place: number, detail = false): object {
  const block = chain.blocks[place]
  if (!block) return {}
  return {
    blockID: block.id,
    block_header: {
      raw_data: {
        number: chain.heightOf(place),
        parentHash: place === 0 ? '0'.repeat(64) : chain.blocks[place - 1]?.id,
        timestamp: block.at,
      },
      witness_signature: '00',
    },
    ...(detail && {
      transactions: block.infos.map(({ id, result }) => ({
        txID: id,
        ret: [{ contractRet: result ?? 'SUCCESS' }],
      })),
    }),
  }
}

const infoOf = (place: number, { id, log, result, fee }: Info) => ({
  id,
  blockNumber: chain.heightOf(place),
  blockTimeStamp: chain.blocks[place]?.at,
  contractResult: [''],
  ...(fee > 0 && { fee }),
  ...(result !== null && result !== 'SUCCESS' && { result: 'FAILED' }),
  receipt: { net_usage: 345, ...(result !== null && { result, energy_fee: fee }) },
  ...(log.length > 0 && { log }),
})

function infoNamed(id = '', upTo: number): object {
  const found = blind ? null : chain.find(id)
  return found && found.place <= upTo ? infoOf(found.place, found.info) : {}
}

/** What a call of the token would do now. */
function tryOut({ owner_address: owner, contract_address: token = '', data = '' }: Asked) {
  const to = `0x${data.slice(32, 72)}`
  const word = (units: bigint) => units.toString(16).padStart(64, '0')
  if (data.startsWith(BALANCE_CALL))
    return { result: { result: true }, constant_result: [word(chain.unitsOf(token, to))] }
  const tooLittle = chain.unitsOf(token, plain(owner)) < BigInt(`0x${data.slice(72)}`)
  return {
    result: { result: true },
    energy_used: ENERGY,
    constant_result: [''],
    transaction: { ret: [tooLittle || chain.listed.has(to) ? { ret: 'FAILED' } : {}] },
  }
}

function account(address: string, upTo: number) {
  const at = chain.lastOperation(address, upTo)
  return {
    address,
    balance: chain.sunOf(address),
    ...(at !== undefined && { latest_opration_time: at }),
  }
}

const newest = () => chain.blocks.length - 1
const answers: Record<string, (asked: Asked) => object> = {
  '/wallet/getnowblock': () => blockAt(newest()),
  '/walletsolidity/getnowblock': () => blockAt(chain.solid),
  '/wallet/getblock': ({ id_or_num: number, detail }) =>
    number === '0' ? { blockID: GENESIS } : blockAt(chain.placeOf(Number(number)), detail),
  '/wallet/gettransactioninfobyblocknum': ({ num }) => {
    const place = chain.placeOf(Number(num))
    return (chain.blocks[place]?.infos ?? []).map(info => infoOf(place, info))
  },
  '/wallet/gettransactioninfobyid': ({ value }) => infoNamed(value, newest()),
  '/walletsolidity/gettransactioninfobyid': ({ value }) => infoNamed(value, chain.solid),
  '/wallet/broadcasthex': ({ transaction = '' }) => take(transaction),
  '/wallet/getaccount': ({ address }) => account(plain(address), newest()),
  '/walletsolidity/getaccount': ({ address }) => account(plain(address), chain.solid),
  '/wallet/getchainparameters': () => ({
    chainParameter: [
      { key: 'getTransactionFee', value: BYTE_SUN },
      { key: 'getEnergyFee', value: ENERGY_SUN },
    ],
  }),
  '/wallet/triggerconstantcontract': tryOut,
}

function answer({ path, text }: Called): Answer {
  const found = answers[path]
  return found ? { body: found(JSON.parse(text) as Asked) } : { status: 404, body: {} }
}

const steps: Record<string, (asked: Record<string, unknown>) => object | void> = {
  '/_send': asked => chain.send(asked as Sent),
  '/_mine': ({ blocks, at }) => chain.mine(Number(blocks), Number(at)),
  '/_reorganise': asked => chain.reorganise(asked as { depth: number; keep: boolean }),
  '/_sun': ({ address, sun }) => chain.setSun(String(address), Number(sun)),
  '/_listed': ({ address }) => void chain.listed.add(String(address)),
  '/_full': ({ full }) => void (chain.isFull = full === true),
  '/_forgets': asked => void (forgets = asked['forgets'] === true),
  '/_blind': asked => void (blind = asked['blind'] === true),
  '/_pool': () => ({ ids: [...chain.pool.keys()], times }),
  '/_drop': () => chain.pool.clear(),
}

serveStub({
  orders: new Map(),
  answer,
  refusal: () => ({ body: { Error: 'class java.lang.IllegalStateException : busy' } }),
  notice: () => {
    throw new Error('a node tells nothing by itself')
  },
  refunded: () => 0,
  steer: (path, asked) => {
    const came = steps[path]?.(asked) ?? {}
    keepChain()
    return came
  },
})
