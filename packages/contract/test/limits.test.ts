import { birthdayRules, joiningRules, registerRules } from '@tianping/contract/account/rules'
import { addressesFull, bindRules, cardsFull, MAX_CARDS } from '@tianping/contract/cards/rules'
import { receiverRules } from '@tianping/contract/cashier/rules'
import { COMPLAINT_TEXT_MAX } from '@tianping/contract/complaints/facts'
import {
  EVENT_MONTHS,
  complaintMessageRules,
  complaintRules,
  earliestEvent,
} from '@tianping/contract/complaints/rules'
import { recoverNameRules, recoverRules, verifyRules } from '@tianping/contract/delivery/rules'
import { EXCLUSION_WORD, MAX_TIMEOUT_DAYS } from '@tianping/contract/protection/facts'
import {
  earlierRules,
  exclusionRules,
  limitOf,
  limitRules,
  statementRules,
  timeoutRules,
} from '@tianping/contract/protection/rules'
import { codeTyped, redeemRules } from '@tianping/contract/giveaways/rules'
import { TICKET_TEXT_MAX } from '@tianping/contract/tickets/facts'
import { ticketLineRules, ticketRules } from '@tianping/contract/tickets/rules'
import { describe, expect, test } from 'vitest'

/** The reason of the first broken rule; empty when all hold. */
const said = (broken: { reason: string } | null) => broken?.reason ?? ''
const words = (n: number) => '字'.repeat(n)

describe('limits of one’s own', () => {
  test.each([
    ['deposit_day', '', null],
    ['deposit_day', '0', 0n],
    ['deposit_day', '0.00', 0n],
    ['deposit_day', '0.000', undefined],
    ['deposit_day', '0.01', 1n],
    ['deposit_day', '500', 500_00n],
    ['deposit_day', 'viel', undefined],
    ['time_day', '1440', 1_440n],
    ['time_day', '1441', undefined],
    ['time_day', '0', 0n],
    ['time_day', '1.5', undefined],
    ['time_week', '10080', 10_080n],
    ['time_week', '10081', undefined],
    ['time_month', '44640', 44_640n],
    ['time_month', '44641', undefined],
  ] as const)('%s of "%s" is %s', (kind, written, limit) => {
    expect(limitOf(kind, written)).toBe(limit)
  })
  test('what is no limit is refused by what it should have been', () => {
    expect(said(limitRules({ kind: 'time_day', amount: '1441' }))).toBe('protection.minutes_format')
    expect(said(limitRules({ kind: 'deposit_day', amount: '-1' }))).toBe('protection.limit_format')
    expect(limitRules({ kind: 'time_day', amount: '60' })).toBeNull()
    expect(limitRules({ kind: 'deposit_day', amount: '' })).toBeNull()
  })
})

describe('breaks and exclusions', () => {
  const own = (days: string, term = '') => said(timeoutRules({ term, days, password: 'x' }))
  test('a break of a length of one’s own has one day at least and six weeks at most', () => {
    expect(
      ['0', '1', String(MAX_TIMEOUT_DAYS), String(MAX_TIMEOUT_DAYS + 1)].map(d => own(d)),
    ).toEqual(['protection.days_format', '', '', 'protection.days_format'])
    expect(['', '1.5', 'x'].map(d => own(d))).toEqual(Array(3).fill('protection.days_format'))
    expect(own('', '7d')).toBe('')
    expect(own('99', '7d')).toBe('')
  })
  test('a break takes the password', () => {
    expect(said(timeoutRules({ term: '7d', days: '', password: '' }))).toBe(
      'protection.password_missing',
    )
  })
  test('an exclusion takes its word, then the password', () => {
    expect(said(exclusionRules({ word: '排除', password: '' }))).toBe('protection.word_wrong')
    expect(said(exclusionRules({ word: EXCLUSION_WORD, password: '' }))).toBe(
      'protection.password_missing',
    )
    expect(exclusionRules({ word: EXCLUSION_WORD, password: 'x' })).toBeNull()
  })
  test('an earlier end takes ten characters of reasons that are no blanks', () => {
    expect(said(earlierRules({ reason: words(9) + '  ', password: 'x' }))).toBe(
      'protection.reason_short',
    )
    expect(earlierRules({ reason: words(10), password: 'x' })).toBeNull()
    expect(said(earlierRules({ reason: words(10), password: '' }))).toBe(
      'protection.password_missing',
    )
  })
})

describe('days of a statement', () => {
  const now = Date.parse('2026-11-26T10:00:00+08:00')
  const of = (from: string, to: string) => said(statementRules({ from, to }, now))
  test('at most the year before, until today, in order', () => {
    expect(of('2025-11-26', '2026-11-26')).toBe('')
    expect(of('2025-11-25', '2026-11-25')).toBe('protection.span_early')
    expect(of('2026-11-26', '2026-11-26')).toBe('')
    expect(of('2026-11-26', '2026-11-27')).toBe('protection.span_future')
    expect(of('2026-11-26', '2026-11-25')).toBe('protection.span_order')
    expect(of('', '2026-11-25')).toBe('protection.from_missing')
    expect(of('2026-11-26', '')).toBe('protection.to_missing')
  })
  test('a year with a leap day is its longest span', () => {
    const leap = Date.parse('2028-12-31T10:00:00+08:00')
    expect(said(statementRules({ from: '2027-12-31', to: '2028-12-31' }, leap))).toBe(
      'protection.span_long',
    )
    expect(said(statementRules({ from: '2028-01-01', to: '2028-12-31' }, leap))).toBe('')
  })
})

describe('complaints and conversations', () => {
  const TODAY = '2026-11-26'
  const complaint = (change: Partial<Parameters<typeof complaintRules>[0]>) =>
    said(complaintRules({ kind: 'money', content: words(10), event_day: '', ...change }, 6, TODAY))
  test('a complaint has ten characters at least, and a most', () => {
    expect(complaint({})).toBe('')
    expect(complaint({ kind: '' })).toBe('complaint.kind_missing')
    expect(complaint({ content: words(9) })).toBe('complaint.text_short')
    expect(complaint({ content: words(COMPLAINT_TEXT_MAX) })).toBe('')
    expect(complaint({ content: words(COMPLAINT_TEXT_MAX + 1) })).toBe('complaint.text_long')
  })
  test('what happened lies within six months, today included', () => {
    expect(complaint({ event_day: TODAY })).toBe('')
    expect(complaint({ event_day: '2026-11-27' })).toBe('complaint.day_future')
    expect(complaint({ event_day: '2026-05-26' })).toBe('')
    expect(complaint({ event_day: '2026-05-25' })).toBe('complaint.day_old')
    expect(complaint({ event_day: '2026-11-31' })).toBe('complaint.day_format')
  })
  test('six months before a 31st is the last day of a shorter month', () => {
    expect(earliestEvent('2026-08-31', 6)).toBe('2026-02-28')
    expect(earliestEvent('2026-10-31', 4)).toBe('2026-06-30')
    expect(earliestEvent('2026-08-30', 1)).toBe('2026-07-30')
  })
  test('a further line of a complaint has words, and a most', () => {
    const line = (n: number) => said(complaintMessageRules({ content: words(n) }))
    expect([0, 1, COMPLAINT_TEXT_MAX, COMPLAINT_TEXT_MAX + 1].map(line)).toEqual([
      'complaint.message_missing',
      '',
      '',
      'complaint.text_long',
    ])
  })
  test('a conversation has a topic and words, and a most', () => {
    const opened = (topic: string, n: number) => said(ticketRules({ topic, content: words(n) }))
    expect(opened('', 1)).toBe('ticket.topic_missing')
    expect([0, 1, TICKET_TEXT_MAX, TICKET_TEXT_MAX + 1].map(n => opened('deposit', n))).toEqual([
      'ticket.text_missing',
      '',
      '',
      'ticket.text_long',
    ])
  })
  test('a line needs no words when it brings an order', () => {
    const line = (n: number, attached?: string) =>
      said(ticketLineRules({ content: words(n), ...(attached ? { attached } : {}) }))
    expect(line(0)).toBe('ticket.text_missing')
    expect(line(0, 'D1')).toBe('')
    expect(line(1)).toBe('')
    expect(line(TICKET_TEXT_MAX)).toBe('')
    expect(line(TICKET_TEXT_MAX + 1, 'D1')).toBe('ticket.text_long')
  })
})

describe('a forgotten password', () => {
  const good = { name: 'demo888', code: '123456', password: 'secret', confirm: 'secret' }
  const recover = (change: Partial<typeof good>) => said(recoverRules({ ...good, ...change }))
  test('takes a name, six digits, six characters twice', () => {
    expect(recover({})).toBe('')
    expect(recoverNameRules({ name: 'demo888' })).toBeNull()
    expect(recover({ name: '' })).toBe('recover.name_missing')
    expect(recover({ code: '12345' })).toBe('contact.code_missing')
    expect(recover({ code: '1234567' })).toBe('contact.code_missing')
    expect(recover({ password: 'short', confirm: 'short' })).toBe('recover.password_short')
    expect(recover({ confirm: 'other1' })).toBe('recover.passwords_differ')
  })
  test('a contact takes its code, then the password', () => {
    expect(said(verifyRules({ code: '12345', password: '' }))).toBe('contact.code_missing')
    expect(said(verifyRules({ code: '123456', password: '' }))).toBe('contact.password_missing')
    expect(verifyRules({ code: '123456', password: 'x' })).toBeNull()
  })
})

describe('edges of the other forms', () => {
  test('a password has six characters at least', () => {
    const form = {
      name: 'abc123',
      realname: '王五',
      paypassword: '888888',
      code: 'ab3d',
    }
    const of = (password: string) =>
      said(registerRules({ ...form, password, confirmPass: password }))
    expect(of('12345')).toBe('register.password_short')
    expect(of('123456')).toBe('')
  })
  test('a birthday lies between the earliest and the age of majority', () => {
    const bounds = { min_age: 18, earliest_birthday: '1900-01-01' }
    const of = (birthday: string) => said(birthdayRules(birthday, bounds, '2026-11-26'))
    expect(of('1900-01-01')).toBe('')
    expect(of('1899-12-31')).toBe('profile.birthday_early')
    expect(of('2008-11-26')).toBe('')
    expect(of('2008-11-27')).toBe('profile.too_young')
    expect(of('2026-11-26')).toBe('profile.too_young')
    expect(of('2026-11-27')).toBe('profile.birthday_future')
  })
  test('who joins states a birthday, then agrees', () => {
    const bounds = { min_age: 18, earliest_birthday: '1900-01-01' }
    const of = (birthday: string, agreed: boolean) =>
      said(joiningRules({ birthday, agreed }, bounds, '2026-11-26'))
    expect(of('', false)).toBe('register.birthday_missing')
    expect(of('2010-01-01', false)).toBe('profile.too_young')
    expect(of('1990-01-01', false)).toBe('register.not_agreed')
    expect(of('1990-01-01', true)).toBe('')
  })
  test('which account was paid is asked only where there are two', () => {
    expect([1, 2].map(n => said(receiverRules({ receiver: null }, n)))).toEqual([
      '',
      'deposit.receiver_missing',
    ])
    expect(receiverRules({ receiver: 0 }, 2)).toBeNull()
  })
  test('a card is bound by the rules of its kind', () => {
    const form = {
      bank: 'USDT',
      bank_address: '',
      bank_card: '',
      bank_dot: '',
      bank_owner: '',
      bank_type: '',
      bank_no: '',
      pay_pass: '',
    }
    type Form = Parameters<typeof bindRules>[0]
    expect(said(bindRules(form as unknown as Form))).toMatch(/address/)
    expect(said(bindRules({ ...form, bank: '工商银行' } as unknown as Form))).not.toMatch(/address/)
  })
})

test('what is said of a number is that number', () => {
  expect(MAX_CARDS).toBe(5)
  for (const text of [cardsFull, addressesFull]) expect(text).toMatch(/5/)
  expect(EVENT_MONTHS).toBe(6)
})

test('a code counts as it is meant, and blanks and dashes are no code', () => {
  expect(codeTyped(' ab-12 ｃ３')).toBe('AB12C3')
  expect(said(redeemRules({ code: 'ab-12' }))).toBe('')
  for (const code of ['', ' - ']) expect(said(redeemRules({ code }))).toBe('giveaway.code_missing')
})
