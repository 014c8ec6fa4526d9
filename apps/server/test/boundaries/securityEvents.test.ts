// Windows of events and alerts at their edges, and what is forgotten at the moment of its age.
import { rows, run, sql, transaction } from '@tianping/database'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { countedSince, dropEvents, raiseAlert } from '../../src/kernel/security/events.sql.ts'
import { dropChecks } from '../../src/kernel/security/program.sql.ts'

const db = (await freshDatabase('server')).open()
const NOW = new Date('2026-11-26T08:00:30.000Z')
const later = (ms: number) => new Date(NOW.getTime() + ms)
const minuteOf = (at: Date) => new Date(Math.floor(at.getTime() / 60_000) * 60_000)

const event = (subject: string, lastAt: Date, minute = minuteOf(lastAt)) =>
  run(
    db,
    sql`
    insert into security_event (kind, subject, address, minute, times, first_at, last_at)
    values ('login_failed', ${subject}, '', ${minute}, 3, ${minute}, ${lastAt})`,
  )
const alert = (at: Date) =>
  transaction(db, tx =>
    raiseAlert(tx, {
      kind: 'login_failed',
      subject: 'member:1',
      times: 9,
      threshold: 5,
      minutes: 10,
      ruleVersion: 1,
      at,
    }),
  )

test('an event counts within its window and not at its beginning', async () => {
  await event('member:1', NOW)
  await event('member:2', later(1))
  await event('member:3', later(-1))
  const counted = await countedSince(db, 'login_failed', true, NOW, 1)
  expect(counted).toEqual([{ subject: 'member:2', times: 3 }])
  expect(await countedSince(db, 'login_failed', true, NOW, 3)).toHaveLength(1)
  expect(await countedSince(db, 'login_failed', true, NOW, 4)).toEqual([])
})

test('an alert is raised again once its window is over, and not a millisecond before', async () => {
  expect(await alert(NOW)).toBe(true)
  expect(await alert(later(10 * 60_000 - 1))).toBe(false)
  expect(await alert(later(10 * 60_000))).toBe(true)
})

test('what is as old as the limit stays, what is older goes, and an alert that nobody saw stays', async () => {
  await run(db, sql`delete from security_event`)
  await run(db, sql`delete from security_alert`)
  const edge = minuteOf(NOW)
  await event('member:1', edge)
  await event('member:2', new Date(edge.getTime() - 60_000))
  const insertAlert = (subject: string, at: Date, seen: boolean) =>
    run(
      db,
      sql`
      insert into security_alert (kind, subject, times, threshold, minutes, rule_version, raised_at, seen_by, seen_at)
      values ('login_failed', ${subject}, 9, 5, 10, 1, ${at}, ${seen ? 'x' : ''}, ${seen ? at : null})`,
    )
  await insertAlert('edge', edge, true)
  await insertAlert('older', new Date(edge.getTime() - 1), true)
  await insertAlert('unseen', new Date(edge.getTime() - 1), false)
  expect(await dropEvents(db, edge, 10)).toBe(2)
  expect(await rows(db, sql`select subject from security_event`)).toEqual([{ subject: 'member:1' }])
  expect(await rows(db, sql`select subject from security_alert order by subject`)).toEqual([
    { subject: 'edge' },
    { subject: 'unseen' },
  ])
  for (const at of [edge, new Date(edge.getTime() - 1)])
    await run(
      db,
      sql`insert into program_check (at, instance, origin, state, manifest, files, differs, differing) values (${at}, 'x', 'job', 'same', '', 0, 0, '{}')`,
    )
  expect(await dropChecks(db, edge, 10)).toBe(1)
})
