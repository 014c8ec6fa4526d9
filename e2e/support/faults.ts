import { HEADERS, newNonce, SANDBOX_MERCHANT, signatureOf } from '@tianping/venue-protocol'

type Fault = {
  kind: string
  endpoint?: string
  venue?: string
  probability?: number
  count?: number
  delay_ms?: number
}

/** Arms faults at a venue that runs with its switches on, by its own signed call. */
export async function armFaults(venueUrl: string, faults: Fault[]): Promise<void> {
  for (const fault of faults) {
    const body = JSON.stringify(fault)
    const timestampMs = String(Date.now())
    const nonce = newNonce()
    const target = '/admin/faults'
    const answer = await fetch(venueUrl + target, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        [HEADERS.merchant]: SANDBOX_MERCHANT.merchant,
        [HEADERS.keyId]: SANDBOX_MERCHANT.key.id,
        [HEADERS.timestamp]: timestampMs,
        [HEADERS.nonce]: nonce,
        [HEADERS.signature]: signatureOf(SANDBOX_MERCHANT.key.secret, {
          action: 'POST',
          target,
          timestampMs,
          nonce,
          body,
        }),
      },
      body,
      signal: AbortSignal.timeout(60_000),
    })
    if (!answer.ok) throw new Error(`the fault ${fault.kind} was not armed: ${await answer.text()}`)
  }
}
