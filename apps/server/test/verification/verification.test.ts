// Who a member is: documents, tiers, and what a member cannot reach by any order of calls.
import { rows, run, sql, theRow } from '@tianping/database'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { remindOfEnds } from '../../src/areas/verification/daily.ts'
import { dropOldDocuments } from '../../src/areas/verification/dropOld.ts'
import { requireTier, tierOf } from '../../src/areas/verification/verification.ts'
import { openFile } from '../../src/kernel/files/sealedFile.ts'
import { resealAll } from '../../src/sealedColumns.ts'
import { bankTransfer, openCashier } from '../cashier/support.ts'
import { desk } from '../console/support.ts'
import { poison } from '../support/poison.ts'
import {
  ask,
  handIn,
  idNumber,
  PDF,
  photograph,
  secondTier,
  statusOf,
  submit,
  upload,
} from './support.ts'

const { site, owner } = await openCashier()
const { db, settings } = site.services
const [rita, rob, sue] = [
  await desk(site, 'risk', 'rita'),
  await desk(site, 'risk', 'rob'),
  await desk(site, 'support', 'sue'),
]

const approve = (case_id: number, who = rita) =>
  who.call('POST /api/console/verifications/approve', { case_id, remark: '' })
const reject = (case_id: number, reason: 'blurred' | 'other' = 'blurred') =>
  rita.call('POST /api/console/verifications/reject', { case_id, reason, remark: '' })
const reverse = (case_id: number) =>
  rita.call('POST /api/console/verifications/reverse', {
    case_id,
    reason: 'forged',
    remark: '发证机关回复不符',
  })
const view = (id: number, cookie: string, header = '1') =>
  site.app.inject({
    method: 'GET',
    url: `/api/console/verifications/document/${id}`,
    headers: { cookie, 'x-tianping-console': header },
  })

/** A member of the first tier, and the case that gave it. */
async function proven() {
  const member = await site.member()
  const caseId = await handIn(site, member.token)
  expect((await approve(caseId)).message).toBe('已通过')
  return { ...member, caseId }
}

describe('tiers', () => {
  test('are reached one after the other, by a person’s word on the documents', async () => {
    const member = await site.member({ birthday: '' })
    expect(await statusOf(site, member.token)).toMatchObject({
      tier: 0,
      asked: false,
      left: null,
      next: { tier: 1 },
      case: null,
    })
    const first = await handIn(site, member.token)
    expect(await tierOf(db, member.memberId)).toBe(0)
    const { data: shown } = await rita.call('POST /api/console/verifications/show', {
      case_id: first,
    })
    expect(shown).toMatchObject({ tier: 1, age: 36, current_tier: 0, files: { length: 2 } })
    expect(shown.fields.map(({ field, comparison }) => [field, comparison])).toEqual([
      ['name', 'same'],
      ['number', 'new'],
      ['birthday', 'new'],
      ['expires', 'new'],
    ])
    await approve(first)
    expect(await statusOf(site, member.token)).toMatchObject({
      tier: 1,
      next: { tier: 2, whole: false },
    })
    await expect(requireTier(db, member.memberId, 1)).resolves.toBeUndefined()
    await expect(requireTier(db, member.memberId, 2)).rejects.toThrow('请先完成高级认证')
    await approve(await handIn(site, member.token, secondTier))
    // No longer than the paper of the first tier, and no longer than an approval counts.
    expect(await statusOf(site, member.token)).toMatchObject({ tier: 2, next: null })
  })
  test('a paper’s last day ends the tier', async () => {
    const member = await site.member()
    await approve(await handIn(site, member.token, { fields: { expires: '2027-03-31' } }))
    expect((await statusOf(site, member.token)).valid_until).toBe('2027-03-31')
  })
  test('a tier that ran out counts for nothing, and asks for all its papers again', async () => {
    const member = await proven()
    await approve(await handIn(site, member.token, secondTier))
    await run(
      owner,
      sql`update member_tier set valid_until = now() where member_id = ${member.memberId}`,
    )
    expect(await statusOf(site, member.token)).toMatchObject({
      tier: 0,
      renew: 'over',
      next: { tier: 2, whole: true },
    })
    const photo = await photograph()
    for (const kind of ['selfie', 'address']) await upload(site, member.token, kind, photo)
    expect((await submit(site, member.token, secondTier.fields)).message).toBe(
      '请先上传身份证人像面',
    )
    const renewed = await handIn(site, member.token, {
      kinds: ['id_front', 'id_back'],
      fields: secondTier.fields,
    })
    await approve(renewed)
    expect(await tierOf(db, member.memberId)).toBe(2)
  })
  test('a name that staff correct is proven anew', async () => {
    const member = await proven()
    const anna = await desk(site, 'finance')
    const id = Number(member.memberId)
    await anna.call('POST /api/console/members/rename', { id, realname: '李四', remark: '证件' })
    expect((await statusOf(site, member.token)).renew).toBe('over')
    const again = await handIn(site, member.token)
    expect((await approve(again)).message).toBe('证件姓名与账户真实姓名不一致，请先核实并更正姓名')
    expect(await tierOf(db, member.memberId)).toBe(0)
  })
})

describe('no order of calls reaches a tier', () => {
  test('papers of the second tier are refused before the first', async () => {
    const { token } = await site.member()
    expect((await upload(site, token, 'selfie', await photograph())).message).toBe(
      '当前认证不需要这份资料',
    )
    expect((await submit(site, token, secondTier.fields)).message).toBe('请先上传资料')
  })
  test('nothing is handed in without its documents, its consents and a right number', async () => {
    const { token } = await site.member()
    await upload(site, token, 'id_front', await photograph())
    const said = async (fields: object) => (await submit(site, token, fields)).message
    expect(await said({})).toBe('请先上传身份证国徽面')
    expect(await said({ consents: [] })).toBe('请先阅读并勾选全部同意项')
    expect(await said({ number: '330200199006140041' })).toBe('请输入正确的证件号码')
    expect(await said({ birthday: '1991-06-14' })).toBe('出生日期与身份证号码不符')
    expect(await said({ expires: '2026-11-19' })).toBe('证件已过期，请使用有效证件')
  })
  test('who is not of age is refused to the day', async () => {
    const { token } = await site.member()
    const photo = await photograph()
    for (const kind of ['id_front', 'id_back']) await upload(site, token, kind, photo)
    // It is noon of 20 November 2026 in Beijing.
    const young = await submit(site, token, { number: idNumber('2008-11-21') })
    expect(young.message).toBe('须年满18周岁')
    expect((await submit(site, token, { number: idNumber('2008-11-20') })).code).toBe(200)
  })
  test('what waits cannot be changed, and a case decided once stays decided', async () => {
    const { token, memberId } = await site.member()
    const caseId = await handIn(site, token)
    const { documents } = (await statusOf(site, token)).case!
    const photo = await photograph()
    expect((await upload(site, token, 'id_front', photo)).message).toContain('审核中')
    expect((await submit(site, token)).message).toContain('审核中')
    const gone = await site.call('POST /api/verification/remove', documents[0], { token })
    expect(gone.message).toContain('审核中')
    await reject(caseId)
    expect((await approve(caseId)).message).toBe('该申请已由rita拒绝')
    expect(await tierOf(db, memberId)).toBe(0)
  })
  test('a re-upload after an approval changes nothing of it', async () => {
    const member = await proven()
    const second = await handIn(site, member.token, secondTier)
    await approve(second)
    const kept = sql`select document_id, content from verification_document where member_id = ${member.memberId} order by document_id`
    const before = await rows(owner, kept)
    const answer = await upload(site, member.token, 'id_front', await photograph())
    expect(answer.message).toBe('您已完成认证，无需重复提交')
    for (const { id } of (await statusOf(site, member.token)).case!.documents)
      await site.call('POST /api/verification/remove', { id }, { token: member.token })
    expect(await rows(owner, kept)).toEqual(before)
    expect(await statusOf(site, member.token)).toMatchObject({ tier: 2, case: { id: second } })
  })
  test('the second tier is not approved upon a first that was taken back', async () => {
    const member = await proven()
    const second = await handIn(site, member.token, secondTier)
    expect((await reverse(member.caseId)).message).toContain('已撤销')
    expect((await approve(second)).message).toBe('会员目前的认证等级不足，须先完成身份认证')
    expect(await tierOf(db, member.memberId)).toBe(0)
  })
  test('many at once begin one case and get one decision', async () => {
    const { token, memberId } = await site.member()
    const photo = await photograph()
    await Promise.all(
      ['id_front', 'id_back', 'id_front', 'id_back'].map(kind => upload(site, token, kind, photo)),
    )
    const handed = await Promise.all([submit(site, token), submit(site, token)])
    expect(handed.map(({ code }) => code).toSorted()).toEqual([200, 409])
    const { documents, id } = (await statusOf(site, token)).case!
    expect(documents.map(({ kind }) => kind).toSorted()).toEqual(['id_back', 'id_front'])
    await Promise.all([approve(id), approve(id), reject(id)])
    const { count } = await theRow(
      owner,
      sql<{
        count: number
      }>`select count(*)::int as count from audit_log where subject = ${`verification:${id}`} and action in ('verification.approve', 'verification.reject')`,
    )
    expect(count).toBe(1)
    const approved = (await statusOf(site, token)).case!.state === 2
    expect(await tierOf(db, memberId)).toBe(approved ? 1 : 0)
  })
  test('a member has so many tries', async () => {
    await ask(site, { tries: 2 })
    const { token } = await site.member()
    await reject(await handIn(site, token))
    expect(await statusOf(site, token)).toMatchObject({
      tries_left: 1,
      case: { state: 3, reason: 'blurred' },
    })
    await reject(await handIn(site, token))
    expect((await upload(site, token, 'id_front', await photograph())).message).toBe(
      '认证多次未通过，请联系客服',
    )
    await ask(site, {})
  })
})

describe('documents', () => {
  test('are kept without what the file said beside its picture, and unreadable in a dump', async () => {
    const { token, memberId } = await site.member()
    await handIn(site, token)
    const kept = await rows(
      owner,
      sql<{
        content: Buffer
        keySealed: Buffer
      }>`select content, key_sealed from verification_document where member_id = ${memberId}`,
    )
    const opened = kept.map(each => openFile(settings.documentKey, memberId, each))
    expect(opened.map(each => each.includes('SECRET-PLACE-AND-CAMERA'))).toEqual([false, false])
    expect((await sharp(opened[0]).metadata()).exif).toBeUndefined()
    expect(kept[0]!.content.includes(opened[0]!.subarray(0, 64))).toBe(false)
    const found = await theRow(
      owner,
      sql<{ text: string }>`
      select string_agg(to_jsonb(c)::text, '') || (select string_agg(to_jsonb(t)::text, '') from member_tier t) as text from verification_case c`,
    )
    expect(found.text).not.toContain(idNumber())
    expect(found.text).not.toContain(Buffer.from(idNumber()).toString('hex'))
    // Moved to another member's row it does not open.
    expect(() => openFile(settings.documentKey, memberId + 1n, kept[0]!)).toThrow()
  })
  test('are JPEG, PNG or PDF by content, up to 8 MB and ten', async () => {
    const { token } = await site.member()
    const said = async (bytes: Buffer) => (await upload(site, token, 'id_front', bytes)).message
    expect(await said(Buffer.from('<svg onload="alert(1)"/>'))).toContain('仅支持')
    expect(await said(Buffer.from('GIF89a'))).toContain('仅支持')
    expect(await said(Buffer.from('ffd8ffe000104a46', 'hex'))).toContain('无法识别')
    expect(await said(Buffer.from('%PDF-1.4 and no end'))).toContain('无法识别')
    expect(await said(Buffer.alloc(8 * 1024 * 1024 + 1, 0x20))).toBe('文件不能超过8MB')
    const member = await proven()
    for (let n = 0; n < 10; n++)
      expect((await upload(site, member.token, 'address', PDF)).code).toBe(200)
    expect((await upload(site, member.token, 'address', PDF)).message).toContain('最多上传10份')
  })
  test('of another member are not reachable', async () => {
    const [one, other] = [await site.member(), await site.member()]
    const { data } = await upload(site, one.token, 'id_front', await photograph())
    await upload(site, other.token, 'id_back', await photograph())
    const gone = await site.call('POST /api/verification/remove', data, { token: other.token })
    expect(gone).toMatchObject({ code: 404, message: '该文件已不存在' })
    expect((await statusOf(site, one.token)).case!.documents).toHaveLength(1)
    expect((await statusOf(site, other.token)).case!.documents).toHaveLength(1)
    // Nobody sees what was not handed in.
    expect((await view(data.id, rita.cookie)).json()).toMatchObject({ code: 404 })
  })
  test('are seen by who may review, each look in the audit log; a PDF is only a file', async () => {
    const member = await proven()
    await upload(site, member.token, 'selfie', await photograph())
    await upload(site, member.token, 'address', PDF)
    await submit(site, member.token, secondTier.fields)
    const { documents, id } = (await statusOf(site, member.token)).case!
    const [selfie, address] = ['selfie', 'address'].map(
      kind => documents.find(each => each.kind === kind)!.id,
    )
    expect((await view(selfie!, sue.cookie)).json()).toMatchObject({ code: 403 })
    expect((await view(selfie!, '')).json()).toMatchObject({ code: 401 })
    expect((await view(selfie!, rita.cookie, '0')).json()).toMatchObject({ code: 403 })
    const picture = await view(selfie!, rita.cookie)
    expect(picture.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'no-store',
    })
    const file = await view(address!, rita.cookie)
    expect(file.headers['content-disposition']).toMatch(/^attachment;/)
    expect(file.headers).toMatchObject({
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    })
    expect(file.rawPayload.equals(PDF)).toBe(true)
    const looks = await rows(
      owner,
      sql`select operator, after ->> 'kind' as kind from audit_log where action = 'verification.view' and subject = ${`verification:${id}`} order by 2`,
    )
    expect(looks).toEqual([
      { operator: 'rita', kind: 'address' },
      { operator: 'rita', kind: 'selfie' },
    ])
  })
  /** As if the account had been closed so long ago; a trigger keeps the date once it is set. */
  async function closedSince(memberId: bigint, age: string) {
    await run(owner, sql`alter table member disable trigger member_stays_closed`)
    await run(
      owner,
      sql`
      update member set closing_at = now() - ${age}::interval, closed_at = now() - ${age}::interval where member_id = ${memberId}`,
    )
    await run(owner, sql`alter table member enable trigger member_stays_closed`)
  }
  const dueNow = (caseId: number) =>
    run(owner, sql`update verification_document set keep_until = now() where case_id = ${caseId}`)

  test('stay until five years after the account was closed, and longer for an open case', async () => {
    const { caseId, memberId } = await proven()
    await dueNow(caseId)
    expect(await dropOldDocuments(site.services), 'of an account that is open').toBe(0)
    await closedSince(memberId, '4 years 364 days')
    expect(await dropOldDocuments(site.services), 'after 4 years and 364 days').toBe(0)
    await closedSince(memberId, '5 years')
    await run(
      owner,
      sql`
      with made as (insert into aml_case (title, weight, opened_by, opened_at, due_at) values ('t', 1, 'x', now(), now()) returning case_id)
      insert into aml_case_member (case_id, member_id, alerted, added_at) select case_id, ${memberId}, true, now() from made`,
    )
    expect(await dropOldDocuments(site.services), 'of an open case').toBe(0)
    await run(owner, sql`update aml_case_member set open = false where member_id = ${memberId}`)
    expect(await dropOldDocuments(site.services)).toBe(2)
  })
  test('are deleted on their day, with a line in the audit log', async () => {
    const { caseId, memberId } = await proven()
    await dueNow(caseId)
    await closedSince(memberId, '5 years')
    expect(await dropOldDocuments(site.services)).toBe(2)
    expect(await dropOldDocuments(site.services)).toBe(0)
    const line = await theRow(
      owner,
      sql`select operator, after ->> 'documents' as documents from audit_log where action = 'verification.expire' and subject = ${`verification:${caseId}`}`,
    )
    expect(line).toEqual({ operator: 'system', documents: '2' })
  })
  test('stay readable through a rotation of the key, without being written anew', async () => {
    const { memberId } = await proven()
    const contents = sql<{
      content: Buffer
      keySealed: Buffer
    }>`select content, key_sealed from verification_document where member_id = ${memberId} order by document_id`
    const before = await rows(owner, contents)
    const plain = openFile(settings.documentKey, memberId, before[0]!)
    const keys = ['another-document-key', ...settings.documentKey] as const
    const done = await resealAll(db, { ...settings, documentKey: keys })
    expect(done.every(({ left, unreadable }) => left + unreadable === 0)).toBe(true)
    const after = await rows(owner, contents)
    expect(after.map(({ content }) => content)).toEqual(before.map(({ content }) => content))
    expect(openFile(['another-document-key'], memberId, after[0]!)).toEqual(plain)
    await resealAll(db, {
      ...settings,
      documentKey: [settings.documentKey[0], 'another-document-key'],
    })
  })
})

describe('review', () => {
  test('is one person’s at a time; support reads masked and decides nothing', async () => {
    const { token } = await site.member()
    const case_id = await handIn(site, token)
    await rita.call('POST /api/console/verifications/claim', { case_id })
    expect((await approve(case_id, rob)).message).toContain('rita')
    const { data } = await sue.call('POST /api/console/verifications/show', { case_id })
    expect(JSON.stringify(data)).not.toContain(idNumber())
    expect(data.fields[0]!.stated).toBe('测**')
    expect((await approve(case_id, sue)).code).toBe(403)
    const whole = await rita.call('POST /api/console/verifications/show', { case_id })
    expect(whole.data.fields[1]!.stated).toBe(idNumber())
    expect((await approve(case_id)).code).toBe(200)
  })
  test('asks for more of the same case; what was handed in before stays', async () => {
    const { token } = await site.member()
    const case_id = await handIn(site, token)
    await rita.call('POST /api/console/verifications/more', {
      case_id,
      reason: 'blurred',
      remark: '国徽面',
    })
    expect((await statusOf(site, token)).case).toMatchObject({ state: 5, remark: '国徽面' })
    expect((await approve(case_id)).message).toBe('该申请尚未提交或正等待会员补充')
    await upload(site, token, 'id_back', await photograph())
    expect((await submit(site, token)).code).toBe(200)
    expect((await statusOf(site, token)).case!.documents).toHaveLength(3)
    expect((await approve(case_id)).code).toBe(200)
  })
  test('shows that another account stated the same number', async () => {
    const number = idNumber('1985-01-02', '118')
    const first = await site.member()
    await handIn(site, first.token, { fields: { number } })
    const second = await site.member()
    const case_id = await handIn(site, second.token, { fields: { number } })
    const { data } = await rita.call('POST /api/console/verifications/show', { case_id })
    expect(data.others).toEqual([{ id: Number(first.memberId), username: first.name }])
  })
})

describe('what is proven', () => {
  test('the birthday is the paper’s from then on, and the member cannot change it', async () => {
    const { token } = await proven()
    const me = await site.call<{ birthday: string }>('POST /api/user', {}, { token })
    expect(me.data.birthday).toBe('1990-06-14')
    const profile = { mobile: '13800138000', email: 'a@b.cn' }
    const change = (birthday: string) =>
      site.call('POST /api/updateuserinfo', { ...profile, birthday }, { token })
    expect(await change('1991-01-01')).toMatchObject({
      code: 400,
      message: '出生日期已通过认证，如需更正请联系客服',
    })
    expect((await change('1990-06-14')).code).toBe(200)
  })
  test('staff correct it, with a word in the audit log, and it is proven anew', async () => {
    const { token, memberId } = await proven()
    const anna = await desk(site, 'finance')
    const correct = (who: typeof anna, remark: string) =>
      who.call('POST /api/console/members/birthday', {
        id: Number(memberId),
        birthday: '1990-06-15',
        remark,
      })
    expect((await correct(sue, '证件')).code).toBe(403)
    expect((await correct(anna, '')).message).toBe('请填写原因')
    expect((await correct(anna, '证件')).code).toBe(200)
    const me = await site.call<{ birthday: string }>('POST /api/user', {}, { token })
    expect(me.data.birthday).toBe('1990-06-15')
    expect((await statusOf(site, token)).renew).toBe('over')
    const line = await theRow(
      owner,
      sql`select operator, note from audit_log where action = 'member.birthday' and subject = ${`member:${memberId}`}`,
    )
    expect(line).toEqual({ operator: anna.name, note: '证件' })
  })
  test('a tier’s end is told once', async () => {
    const { memberId } = await proven()
    await run(
      owner,
      sql`update member_tier set valid_until = now() + interval '5 days' where member_id = ${memberId}`,
    )
    expect(await remindOfEnds(site.services)).toBe(1)
    expect(await remindOfEnds(site.services)).toBe(0)
  })
  test('one who cannot be told of it keeps nobody else from it, and is told later', async () => {
    const [ill, other] = [await proven(), await proven()]
    for (const [days, { memberId }] of [ill, other].entries())
      await run(
        owner,
        sql`update member_tier set valid_until = now() + make_interval(days => ${3 + days}) where member_id = ${memberId}`,
      )
    const cure = await poison(owner, 'message', ill.memberId)
    await expect(remindOfEnds(site.services)).rejects.toThrow('poisoned')
    await cure()
    const told = (who: typeof ill) =>
      rows(
        owner,
        sql`select 1 from message where member_id = ${who.memberId} and title = '身份认证即将到期'`,
      )
    expect([(await told(ill)).length, (await told(other)).length]).toEqual([0, 1])
    expect(await remindOfEnds(site.services)).toBe(1)
    expect([(await told(ill)).length, (await told(other)).length]).toEqual([1, 1])
  })
})

describe('deposits', () => {
  test('beyond a sum of 30 days ask for the tier; those that wait count', async () => {
    await ask(site, { depositSum: { tier1AboveFen: 1_000_00 } })
    const { token, ...member } = await site.member()
    const deposit = (amount: number) =>
      site.call('POST /api/recharge', { amount, ...bankTransfer }, { token })
    expect((await deposit(600)).code).toBe(200)
    expect((await deposit(400)).code).toBe(200)
    expect(await deposit(100)).toMatchObject({
      code: 403,
      data: { rule: 'verification', tier: 1, sum: 1100 },
    })
    await approve(await handIn(site, token))
    expect(await tierOf(db, member.memberId)).toBe(1)
    expect((await deposit(100)).code).toBe(200)
    await ask(site, {})
  })
})
