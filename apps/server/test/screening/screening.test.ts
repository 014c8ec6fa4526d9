// Members against published lists: files come in with two persons, names are compared at once,
// every day and after every change, and a confirmed match keeps the money.
import { hitState } from '@tianping/contract/screening/facts'
import { row, run, sql, transaction } from '@tianping/database'
import { describe, expect, test } from 'vitest'
import { askDaily } from '../../src/areas/screening/jobs.ts'
import { compareMembers } from '../../src/areas/screening/compare.ts'
import { screeningSchema } from '../../src/areas/screening/setting.ts'
import { membersAfter } from '../../src/areas/screening/store/hit.sql.ts'
import { bankCard, bind, give, openCashier, TRON, usdtAddress } from '../cashier/support.ts'
import { desk } from '../console/support.ts'
import { activate, bring, hitsOf, listFile, people, rename, screen } from './support.ts'

const { site, clock, owner } = await openCashier()
const [rita, alice, bob, fred] = [
  await desk(site, 'risk', 'rita'),
  await desk(site, 'admin', 'alice'),
  await desk(site, 'admin', 'bob'),
  await desk(site, 'finance', 'fred'),
]
const ofac = { list: 'ofac', format: 'ofac_xml' } as const
const peps = { list: 'pep', format: 'simple_csv' } as const
const other = { list: 'other', format: 'simple_csv' } as const

async function named(realname: string, birthday: string | null = null) {
  const member = await site.member()
  await rename(owner, member.memberId, realname, birthday)
  await screen(site)
  return member
}
const versionShown = async (
  version_id: number,
  change: 'added' | 'changed' | 'removed' = 'added',
) => (await rita.call('POST /api/console/screening/versions/show', { version_id, change })).data

describe('a list', () => {
  test('is read from its pieces, shows what it changes, and counts when another person approves it', async () => {
    const first = await bring(site, rita, {
      ...other,
      content: people([
        { id: 'a', name: 'Ivan Petrenkov' },
        { id: 'b', name: 'Omar Hakimi', birth: '1965' },
      ]),
    })
    expect((await versionShown(first)).version).toMatchObject({
      state: 'ready',
      entries: 2,
      added: 2,
    })
    const own = { version_id: first, remark: '已核对' }
    expect(await rita.call('POST /api/console/screening/versions/approve', own)).toMatchObject({
      code: 403,
    })
    expect((await bob.call('POST /api/console/screening/versions/approve', own)).code).toBe(200)
    const second = await bring(site, alice, {
      ...other,
      content: people([
        { id: 'b', name: 'Omar Hakimi', birth: '1966' },
        { id: 'c', name: 'Maria Lopez' },
      ]),
    })
    expect((await versionShown(second)).version).toMatchObject({
      entries: 2,
      added: 1,
      changed: 1,
      removed: 1,
    })
    expect((await versionShown(second, 'removed')).changes.data).toMatchObject([{ ref: 'a' }])
    expect((await versionShown(second, 'changed')).changes.data).toMatchObject([
      { ref: 'b', births: ['1966'], before: { births: ['1965'] } },
    ])
    const mine = { version_id: second, remark: '已核对' }
    expect(await alice.call('POST /api/console/screening/versions/approve', mine)).toMatchObject({
      code: 409,
      message: '不能批准本人上传的名单，请由另一位同事批准',
    })
    const late = await bring(site, alice, {
      ...other,
      content: people([{ id: 'd', name: 'Late One' }]),
    })
    expect((await bob.call('POST /api/console/screening/versions/approve', mine)).code).toBe(200)
    expect(
      await bob.call('POST /api/console/screening/versions/approve', { ...mine, version_id: late }),
    ).toMatchObject({ code: 409, message: '读取后已有新的版本生效，请重新上传' })
    expect((await versionShown(first)).version.state).toBe('replaced')
  })

  test('that cannot be read fails with its reason, and no other person completes a file', async () => {
    const failed = await bring(site, rita, {
      ...ofac,
      content: Buffer.from('<!DOCTYPE x [<!ENTITY a "b">]><sdnList>&a;</sdnList>'),
    })
    expect((await versionShown(failed)).version).toMatchObject({
      state: 'failed',
      error: '文件含有 DOCTYPE，不予读取',
    })
    const begun = (
      await rita.call('POST /api/console/screening/upload/begin', {
        ...ofac,
        filename: 'x',
        bytes: 10,
      })
    ).data
    const part = {
      version_id: begun.version_id,
      no: 0,
      content: Buffer.alloc(10).toString('base64'),
    }
    expect((await alice.call('POST /api/console/screening/upload/part', part)).code).toBe(404)
    expect(
      (await rita.call('POST /api/console/screening/upload/part', { ...part, content: 'AAAA' }))
        .message,
    ).toBe('文件分段有误，请重新上传')
    expect(
      (
        await rita.call('POST /api/console/screening/upload/finish', {
          version_id: begun.version_id,
        })
      ).message,
    ).toBe('文件不完整，请重新上传')
    expect(
      (
        await rita.call('POST /api/console/screening/upload/begin', {
          ...peps,
          format: 'un_xml',
          filename: 'x',
          bytes: 10,
        })
      ).message,
    ).toBe('该格式不适用于所选名单')
    expect(
      (
        await rita.call('POST /api/console/screening/upload/begin', {
          ...ofac,
          filename: 'x',
          bytes: 300 * 1024 * 1024,
        })
      ).message,
    ).toMatch(/^文件过大/)
  })

  test('of several pieces is put together in their order', async () => {
    const many = people(
      Array.from({ length: 20_000 }, (_, n) => ({
        id: `p${n}`,
        name: `Invented Company with a Long Name Number${n}`,
      })),
      'Company',
    )
    expect(many.length).toBeGreaterThan(2 * 512 * 1024)
    const id = await bring(site, rita, { ...peps, content: many })
    expect((await versionShown(id)).version).toMatchObject({
      state: 'ready',
      entries: 20_000,
      added: 20_000,
    })
    expect(await row(owner, sql`select 1 from screening_part limit 1`)).toBeUndefined()
    await rita.call('POST /api/console/screening/versions/reject', {
      version_id: id,
      remark: '测试',
    })
  })
})

describe('a member', () => {
  test('is found when a list changes, in characters or letters; a dismissed pair asks again only when a side changes', async () => {
    const [chen, near, stranger] = [
      await named('陈国栋', '1954-10-07'),
      await named('陈国强'),
      await named('林若溪'),
    ]
    expect(await hitsOf(owner, chen.memberId)).toEqual([])
    await activate(site, rita, alice, { ...ofac, content: listFile('ofac.xml') })
    const [hit] = await hitsOf(owner, chen.memberId)
    expect(hit).toMatchObject({ list: 'ofac', score: 99, state: hitState.open })
    for (const each of [near, stranger]) expect(await hitsOf(owner, each.memberId)).toEqual([])
    const hit_id = Number(hit?.hitId)
    const shown = (await rita.call('POST /api/console/screening/show', { hit_id })).data
    expect(shown).toMatchObject({ realname: '陈国栋', listed: true, entry: { ref: '990001' } })
    expect(shown.parts).toEqual([
      { part: 'name', listed: 'CHEN Guodong', points: 93 },
      { part: 'birth', listed: '1954-10-07', points: 6 },
    ])
    const remark = '出生地与证件不符'
    expect(
      (await rita.call('POST /api/console/screening/dismiss', { hit_id, remark: '' })).code,
    ).toBe(400)
    expect((await rita.call('POST /api/console/screening/dismiss', { hit_id, remark })).code).toBe(
      200,
    )
    const again = async () => {
      await rita.call('POST /api/console/screening/run', {})
      clock.advance(1_000)
      await screen(site)
      return (await hitsOf(owner, chen.memberId)).map(each => each.state)
    }
    expect(await again(), 'the same pair').toEqual([hitState.dismissed])
    await rename(owner, chen.memberId, '陈国栋', '1954-10-08')
    expect(await again(), 'another birthday').toEqual([hitState.open])
    await rita.call('POST /api/console/screening/dismiss', { hit_id, remark })
    const changed = Buffer.from(
      listFile('ofac.xml').toString().replace('Kwok Tung', 'Kwok-Tung Tony'),
    )
    await activate(site, rita, alice, { ...ofac, content: changed })
    expect(
      (await hitsOf(owner, chen.memberId)).map(each => each.state),
      'another entry',
    ).toEqual([hitState.dismissed, hitState.open])
  })

  test('is compared within one turn of the job after registration and after a change of name', async () => {
    const born = await named('Chen Guodong')
    expect(await hitsOf(owner, born.memberId)).toMatchObject([{ list: 'ofac' }])
    await rename(owner, born.memberId, '林若溪', null)
    await screen(site)
    expect(await hitsOf(owner, born.memberId), 'no longer the same name').toMatchObject([
      { state: hitState.dismissed, decidedBy: 'system' },
    ])
  })

  test('who is paid to an address of a list is found whatever the name', async () => {
    const { token, memberId } = await site.member()
    await bind(site, token, usdtAddress(TRON))
    const wallet = Buffer.from(
      listFile('ofac.xml').toString().replace('TInventedWa11etAddressForTestsOnly1', TRON),
    )
    await activate(site, rita, alice, { ...ofac, content: wallet })
    expect(await hitsOf(owner, memberId)).toMatchObject([
      { list: 'ofac', score: 100, state: hitState.open },
    ])
  })

  test('an address that two entries name is a match of each', async () => {
    const listed = 'TInventedWa11etAddressForTestsOnly1'
    const star = '<programList><program>INVENTED</program></programList>\n  </sdnEntry>'
    const id = `<idType>Digital Currency Address - USDT</idType><idNumber>${TRON}</idNumber>`
    const content = listFile('ofac.xml')
      .toString()
      .replace(listed, TRON)
      .replace(star, `${star.slice(0, -11)}<idList><id><uid>8</uid>${id}</id></idList></sdnEntry>`)
    await activate(site, rita, alice, { ...ofac, content: Buffer.from(content) })
    const { token, memberId } = await site.member()
    await bind(site, token, usdtAddress(TRON))
    await rita.call('POST /api/console/screening/run', {})
    clock.advance(1_000)
    await screen(site)
    const hits = await hitsOf(owner, memberId)
    expect(hits).toMatchObject([{ state: hitState.open }, { state: hitState.open }])
  })

  test('whose name was dismissed asks anew by each listed address, and neither decision touches the other', async () => {
    const first = 'TInventedWa11etAddressForTestsOnly1'
    const second = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'
    const idOf = (no: string) =>
      `<idType>Digital Currency Address - USDT</idType><idNumber>${no}</idNumber></id>`
    const content = listFile('ofac.xml')
      .toString()
      .replace(idOf(first), `${idOf(TRON)}<id><uid>9</uid>${idOf(second)}`)
    await activate(site, rita, alice, { ...ofac, content: Buffer.from(content) })
    const { token, memberId } = await named('陈国栋')
    const dismiss = (hit_id: number) =>
      rita.call('POST /api/console/screening/dismiss', { hit_id, remark: '同名不同人' })
    const [byName] = await hitsOf(owner, memberId)
    expect((await dismiss(Number(byName?.hitId))).code).toBe(200)
    const again = async () => {
      await rita.call('POST /api/console/screening/run', {})
      clock.advance(1_000)
      await screen(site)
      return (await hitsOf(owner, memberId)).map(each => each.state)
    }
    await bind(site, token, usdtAddress(TRON))
    expect(await again()).toEqual([hitState.dismissed, hitState.open])
    const byWallet = (await hitsOf(owner, memberId))[1]
    expect((await dismiss(Number(byWallet?.hitId))).code).toBe(200)
    expect(await again(), 'the same address').toEqual([hitState.dismissed, hitState.dismissed])
    await bind(site, token, usdtAddress(second))
    expect(await again(), 'another address').toEqual([hitState.dismissed, hitState.open])
    expect(await again(), 'the next night').toEqual([hitState.dismissed, hitState.open])
  })

  test('with a confirmed match is paid nothing: only another person of compliance ends that', async () => {
    const member = await named('陈国栋', '1954-10-07')
    await give(site, member.memberId, 10_000_00n)
    const bank = await bind(site, member.token, { ...bankCard(), bank_owner: '陈国栋' })
    const asked = await site.call<{ out_trade_no: string }>(
      'POST /api/withdraw',
      { amount: 1_000, bank, password: '888888' },
      { token: member.token },
    )
    expect(asked.code, 'asking is as ever').toBe(200)
    const hit_id = Number((await hitsOf(owner, member.memberId))[0]?.hitId)
    expect(
      (await alice.call('POST /api/console/screening/confirm', { hit_id, remark: '证件一致' }))
        .code,
    ).toBe(200)
    const order = { out_trade_no: asked.data.out_trade_no, remark: '' }
    expect(await fred.call('POST /api/console/withdrawals/approve', order)).toMatchObject({
      code: 409,
      message: '暂不能放行：合规复核中。须由另一位同事写明原因后解除',
    })
    expect(
      await fred.call('POST /api/console/withdrawals/release', { ...order, remark: '放行' }),
    ).toMatchObject({ code: 409, message: '合规限制只能由合规岗处理，不能在此解除' })
    const released = { hit_id, remark: '非同一人' }
    expect(await alice.call('POST /api/console/screening/release', released)).toMatchObject({
      code: 409,
      message: '该匹配由您确认，须由另一位同事解除',
    })
    expect((await rita.call('POST /api/console/screening/release', released)).code).toBe(403)
    expect((await bob.call('POST /api/console/screening/release', released)).code).toBe(200)
    expect((await fred.call('POST /api/console/withdrawals/approve', order)).code).toBe(200)
  })

  test('who is a politically exposed person alone is found and not kept from own money', async () => {
    await activate(site, rita, alice, { ...peps, content: listFile('pep.csv') })
    const member = await named('诸葛明远', '1962-05-01')
    await give(site, member.memberId, 10_000_00n)
    const bank = await bind(site, member.token, {
      ...bankCard('6222020011113333'),
      bank_owner: '诸葛明远',
    })
    const asked = await site.call<{ out_trade_no: string }>(
      'POST /api/withdraw',
      { amount: 1_000, bank, password: '888888' },
      { token: member.token },
    )
    const [hit] = await hitsOf(owner, member.memberId)
    expect(hit).toMatchObject({ list: 'pep' })
    await alice.call('POST /api/console/screening/confirm', {
      hit_id: Number(hit?.hitId),
      remark: '本人',
    })
    expect(
      (
        await fred.call('POST /api/console/withdrawals/approve', {
          out_trade_no: asked.data.out_trade_no,
          remark: '',
        })
      ).code,
    ).toBe(200)
  })
})

describe('the comparison of everybody', () => {
  test('runs once a day, and goes on where a broken one stopped', async () => {
    clock.advance(86_400_000)
    await run(
      owner,
      sql`update operator_session set last_seen_at = ${clock.now()}, expires_at = ${new Date(clock.now().getTime() + 3_600_000)}`,
    )
    expect(await askDaily(site.services)).toBe(1)
    const left = await row(
      owner,
      sql<{
        runId: bigint
      }>`select run_id from screening_run where reason = 'daily' and finished_at is null order by run_id desc`,
    )
    const members = await transaction(owner, tx => membersAfter(tx, 0n, 1_000))
    const half = members[Math.floor(members.length / 2)]?.memberId ?? 0n
    // Another instance did the first half and died: its lease is over.
    await run(
      owner,
      sql`update screening_run set after_id = ${half}, members = 7, leased_until = ${clock.now()} where run_id = ${left?.runId ?? 0n}`,
    )
    await screen(site)
    const { data } = (await rita.call('POST /api/console/screening/runs/list', {})).data
    expect(data[0]).toMatchObject({
      reason: 'daily',
      members: 7 + members.filter(each => each.memberId > half).length,
    })
    expect(data[0]?.finished_at).not.toBe('')
    expect(await askDaily(site.services), 'once a day').toBe(0)
  })

  const hakimis = (list: string, many: number, birth: number) =>
    people(
      Array.from({ length: many }, (_, n) => ({
        id: `${list}${n}`,
        name: 'Omar Hakimi',
        birth: String(birth + n),
      })),
    )
  const openOf = async (memberId: bigint, list: string) =>
    (await hitsOf(owner, memberId)).filter(
      each => each.list === list && each.state === hitState.open,
    ).length
  const compare = (memberId: bigint) =>
    transaction(owner, async tx =>
      compareMembers(
        tx,
        [{ memberId, realname: 'Omar Hakimi', birthday: null }],
        screeningSchema.parse({}),
        clock.now(),
      ),
    )

  test('keeps all sanctioned entries of a member, and of exposed persons the twenty likeliest', async () => {
    await activate(site, rita, alice, { ...other, content: hakimis('s', 40, 1940) })
    const { memberId } = await named('Omar Hakimi')
    expect(await openOf(memberId, 'other')).toBe(40)
    await activate(site, rita, alice, { ...peps, content: hakimis('p', 45, 1930) })
    expect(await openOf(memberId, 'pep')).toBe(20)
    expect(await openOf(memberId, 'other'), 'pushed out by none').toBe(40)
    expect(await compare(memberId), 'again: nothing is new').toBe(0)
  })

  test('shows the next exposed persons once those before are dismissed, and none of them twice', async () => {
    const { memberId } = await named('Omar Hakimi')
    for (const left of [20, 20, 5, 0]) {
      expect(await openOf(memberId, 'pep')).toBe(left)
      await run(
        owner,
        sql`update screening_hit set state = ${hitState.dismissed}, decided_by = 'rita', decided_at = ${clock.now()}
          where member_id = ${memberId} and list = 'pep' and state = ${hitState.open}`,
      )
      await compare(memberId)
    }
  })
})
