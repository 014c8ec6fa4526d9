// Transactions of TRON, encoded and signed by tronweb. Only the signer loads tronweb; the number of
// a transaction is known before anything leaves.
import { nodeHex, type Solid } from '@tianping/tron'
import { ECKeySign, txJsonToPb, txPbToTxID } from 'tronweb/utils'

export type Call =
  | { kind: 'contract'; owner: string; contract: string; data: string; feeLimit: bigint }
  | { kind: 'coin'; owner: string; to: string; sun: bigint }

/** The solid block that a transaction refers to, and its times in ms. */
export type Frame = { reference: Pick<Solid, 'block' | 'hash'>; madeAt: number; expiresAt: number }

const typed = (type: string, value: object) => ({
  type,
  parameter: { type_url: `type.googleapis.com/protocol.${type}`, value },
})

/** The nodes' JSON counts in numbers; an amount that one cannot hold is refused. */
function exact(amount: bigint): number {
  if (amount > BigInt(Number.MAX_SAFE_INTEGER)) throw new Error(`${amount} is too much`)
  return Number(amount)
}

const contractOf = (call: Call) =>
  call.kind === 'coin'
    ? typed('TransferContract', {
        owner_address: nodeHex(call.owner),
        to_address: nodeHex(call.to),
        amount: exact(call.sun),
      })
    : typed('TriggerSmartContract', {
        owner_address: nodeHex(call.owner),
        contract_address: nodeHex(call.contract),
        data: call.data.slice(2),
      })

/** Signs a transaction: its bytes as `broadcasthex` takes them, and its number. */
export function signCall(
  call: Call,
  { reference: { block, hash }, madeAt, expiresAt }: Frame,
  privateKey: Uint8Array,
): { raw: string; hash: string } {
  const content = txJsonToPb({
    raw_data: {
      contract: [contractOf(call)],
      ref_block_bytes: (block & 0xffffn).toString(16).padStart(4, '0'),
      ref_block_hash: hash.slice(18, 34),
      expiration: expiresAt,
      timestamp: madeAt,
      ...(call.kind === 'contract' && { fee_limit: exact(call.feeLimit) }),
    },
  })
  const id = txPbToTxID(content).slice(2)
  const signature = ECKeySign([...Buffer.from(id, 'hex')], [...privateKey])
  content.addSignature(Buffer.from(signature, 'hex'))
  return { raw: Buffer.from(content.serializeBinary()).toString('hex'), hash: `0x${id}` }
}
