// The provider's word comes late, twice, out of order, forged, and is taken back; the provider is a
// process of its own, and both sides speak real HTTP.
import { run, rows, sql } from '@tianping/database'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startChecks } from '../../src/areas/verification/checks.ts'
import { tierOf } from '../../src/areas/verification/verification.ts'
import { freePort } from '../../../../tooling/postgres.ts'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { desk } from '../console/support.ts'
import { openTestSite } from '../support/site.ts'
import { ask, handIn, photograph, statusOf, submit, upload } from './support.ts'
import { atEnd } from '../../../../tooling/test/ends/atEnd.ts'

const KEY = { id: 'identity-1', secret: 'a-secret-of-the-identity-provider' }

/** The stub, and what it answers when it is asked about itself. */
async function openStub() {
  // Nobody else takes this port once the provider is down.
  const port = await freePort()
  const named = [KEY.id, KEY.secret, String(port)]
  const child = fork(join(import.meta.dirname, 'stubProvider.ts'), named)
  await once(child, 'message')
  atEnd(() => void child.kill())
  const base = `http://127.0.0.1:${port}`
  const post = async (path: string, body: string) =>
    (await fetch(base + path, { method: 'POST', body })).json()
  return {
    base,
    stop: async () => {
      const gone = once(child, 'exit')
      child.kill()
      await gone
    },
    got: async () =>
      (await (await fetch(`${base}/got`)).json()) as {
        check: string
        name: string
        documents: number
        times: number
      }[],
    answer: (status: number) => post('/answer', String(status)),
    say: (told: object) =>
      post('/say', JSON.stringify(told)) as Promise<{
        status: number
        body: { code: number; data: { verdict: string } | null }
      }>,
  }
}

const stub = await openStub()
const { url, open } = await freshDatabase('server')
const owner = open()
const site = await openTestSite(url, {
  env: {
    IDENTITY_URL: `${stub.base}/checks`,
    IDENTITY_KEY_ID: KEY.id,
    IDENTITY_SECRET: KEY.secret,
    // The test says when checks are started.
    RUN_JOBS: '0',
  },
})
const { db } = site.services
const rita = await desk(site, 'risk', 'rita')
let decisionsUrl = ''
beforeAll(async () => {
  await ask(site, { byProvider: true })
  const listening = await site.app.listen({ port: 0, host: '127.0.0.1' })
  decisionsUrl = `${listening}/api/verification/decisions`
})
beforeEach(() => stub.answer(200))

let decisions = 0
const decision = (check: string, version: number, result: string, more: object = {}) => ({
  check,
  decision: `decision-${++decisions}`,
  version,
  result,
  ...more,
})
const say = async (told: object, how: object = {}) => {
  const { status, body } = await stub.say({ url: decisionsUrl, decision: told, ...how })
  return body.data?.verdict ?? String(status)
}
const consents = ['identity', 'provider']

/** A member whose case the provider has. */
async function checked() {
  const member = await site.member()
  const caseId = await handIn(site, member.token, { fields: { consents } })
  await startChecks(site.services)
  return { ...member, caseId, check: `kyc-${caseId}-1` }
}
const stateOf = async (token: string) => (await statusOf(site, token)).case!.state

describe('a check', () => {
  test('is started once with what was handed in, and its approval gives the tier', async () => {
    const member = await checked()
    const found = (await stub.got()).find(({ check }) => check === member.check)
    expect(found).toEqual({ check: member.check, name: '测试员', documents: 2, times: 1 })
    expect(await tierOf(db, member.memberId)).toBe(0)
    expect(await say(decision(member.check, 1, 'approved'))).toBe('approved')
    expect(await tierOf(db, member.memberId)).toBe(1)
  })
  test('goes to nobody without the consent for it', async () => {
    const { token } = await site.member()
    const photo = await photograph()
    for (const kind of ['id_front', 'id_back']) await upload(site, token, kind, photo)
    expect((await submit(site, token)).message).toBe('请先阅读并勾选全部同意项')
  })
  test('is tried again, and left to a person when the provider refuses it', async () => {
    await stub.answer(503)
    const { caseId, check } = await checked()
    const waits = sql<{ waitsFor: string; due: boolean }>`
      select waits_for, check_next_at > now() as due from verification_case where case_id = ${caseId}`
    expect(await rows(owner, waits)).toEqual([{ waitsFor: 'provider', due: true }])
    await stub.answer(200)
    await run(
      owner,
      sql`update verification_case set check_next_at = now() where case_id = ${caseId}`,
    )
    await startChecks(site.services)
    expect((await stub.got()).find(each => each.check === check)?.times).toBe(1)
    await stub.answer(422)
    const refused = await checked()
    const { data } = await rita.call('POST /api/console/verifications/show', {
      case_id: refused.caseId,
    })
    expect(data.waits_for).toBe('person')
  })
  test('is a person’s at once where the site has no provider any more', async () => {
    const { caseId } = await checked()
    await startChecks({ ...site.services, identity: null })
    const { data } = await rita.call('POST /api/console/verifications/show', { case_id: caseId })
    expect(data.waits_for).toBe('person')
  })
  test('that is answered by nobody for too long is a person’s', async () => {
    const { caseId } = await checked()
    await run(
      owner,
      sql`update verification_case set submitted_at = now() - interval '25 hours' where case_id = ${caseId}`,
    )
    await startChecks(site.services)
    const approved = await rita.call('POST /api/console/verifications/approve', {
      case_id: caseId,
      remark: '',
    })
    expect(approved.code).toBe(200)
  })
})

describe('a decision', () => {
  test('that is doubled is taken once, also when both come at once', async () => {
    const { check, caseId, token } = await checked()
    const rejected = decision(check, 1, 'rejected', { reason: 'blurred' })
    const verdicts = await Promise.all([say(rejected), say(rejected), say(rejected)])
    expect(verdicts.toSorted()).toEqual(['duplicate', 'duplicate', 'rejected'])
    expect((await statusOf(site, token)).tries_left).toBe(2)
    const messages = await rows(
      owner,
      sql`select answer_id from verification_answer where case_id = ${caseId}`,
    )
    expect(messages).toHaveLength(1)
    expect(await say({ ...rejected, result: 'approved' })).toBe('conflict')
  })
  test('that a newer one overtook is not applied', async () => {
    const { check, memberId, token } = await checked()
    expect(await say(decision(check, 2, 'rejected'))).toBe('rejected')
    expect(await say(decision(check, 1, 'approved'))).toBe('outdated')
    expect(await tierOf(db, memberId)).toBe(0)
    expect(await stateOf(token)).toBe(3)
  })
  test('that is reversed takes the tier away; the approval does not come back', async () => {
    const { check, memberId, token } = await checked()
    const approved = decision(check, 1, 'approved')
    await say(approved)
    expect(await say(decision(check, 2, 'reversed', { reason: 'forged' }))).toBe('reversed')
    expect(await tierOf(db, memberId)).toBe(0)
    expect(await stateOf(token)).toBe(6)
    expect(await say(approved)).toBe('duplicate')
    expect(await say(decision(check, 3, 'approved'))).toBe('late')
    expect(await tierOf(db, memberId)).toBe(0)
  })
  test('that comes after a person’s does not undo it, but a reversal does', async () => {
    const { check, caseId, memberId } = await checked()
    await run(
      owner,
      sql`update verification_case set waits_for = 'person' where case_id = ${caseId}`,
    )
    expect(await say(decision(check, 1, 'rejected'))).toBe('late')
    await rita.call('POST /api/console/verifications/approve', { case_id: caseId, remark: '' })
    expect(await say(decision(check, 2, 'rejected'))).toBe('late')
    expect(await tierOf(db, memberId)).toBe(1)
    expect(await say(decision(check, 3, 'reversed'))).toBe('reversed')
    expect(await tierOf(db, memberId)).toBe(0)
  })
  test('about what was handed in before is kept and changes nothing', async () => {
    const { check, token, memberId, caseId } = await checked()
    expect(await say(decision(check, 1, 'more', { reason: 'blurred' }))).toBe('more')
    await upload(site, token, 'id_back', await photograph())
    await submit(site, token, { consents })
    expect(await say(decision(check, 2, 'approved'))).toBe('superseded')
    expect(await tierOf(db, memberId)).toBe(0)
    await startChecks(site.services)
    expect(await say(decision(`kyc-${caseId}-2`, 1, 'approved'))).toBe('approved')
  })
  test('that does not fit the account is for a person', async () => {
    const member = await site.member()
    const caseId = await handIn(site, member.token, { fields: { consents, name: '另一人' } })
    await startChecks(site.services)
    expect(await say(decision(`kyc-${caseId}-1`, 1, 'approved'))).toBe('to_person')
    expect(await tierOf(db, member.memberId)).toBe(0)
  })
  test('is refused when it is forged, old, or about no check of ours', async () => {
    const { check, memberId, caseId } = await checked()
    const forged = decision(check, 1, 'approved')
    expect(await say(forged, { by: 'another-secret-of-somebody' })).toBe('403')
    expect(await say(forged, { ageMs: 6 * 60_000 })).toBe('403')
    expect(await say(decision(`kyc-${caseId}-2`, 1, 'approved'))).toBe('unknown_check')
    expect(await say(decision('kyc-999999-1', 1, 'approved'))).toBe('unknown_check')
    expect(await say(decision('W2611', 1, 'approved'))).toBe('unknown_check')
    expect(await tierOf(db, memberId)).toBe(0)
  })
})

describe('a provider that is down', () => {
  test('is left alone after a few failures, and members stay in the queue', async () => {
    await stub.stop()
    const cases = []
    for (let n = 0; n < 6; n++) {
      const member = await site.member()
      cases.push(await handIn(site, member.token, { fields: { consents } }))
    }
    for (let n = 0; n < 3; n++) await startChecks(site.services)
    const states = await rows(
      owner,
      sql<{
        waitsFor: string
      }>`select waits_for from verification_case where case_id = any(${cases}::bigint[])`,
    )
    expect(states).toEqual(cases.map(() => ({ waitsFor: 'provider' })))
    // The circuit is open: the sixth was not even asked.
    const started = site.services.identity!.start({
      check: 'kyc-1-1',
      tier: 1,
      paper: 'id_card',
      name: '',
      number: '',
      birthday: '',
      expires: '',
      address: '',
      documents: [],
    })
    await expect(started).rejects.toThrow(/breaker|circuit/i)
  })
})
