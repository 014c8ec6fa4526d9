import './browser.ts'
import { beforeEach, expect, test } from 'vitest'
import { draftUnder, dropDraftsUnder, keepDraft, readDraft } from '../../src/app/form/draft.ts'
import { endSession } from '../../src/app/session.ts'

const empty = { mobile: '', apply_info: '' }
beforeEach(() => sessionStorage.clear())

test('what was typed is there again when the form is opened again', () => {
  keepDraft('agent', { mobile: '138', apply_info: '' }, empty)
  expect(readDraft('agent', empty)).toEqual({ mobile: '138', apply_info: '' })
  expect(readDraft('other', empty)).toEqual(empty)
})

test('a form that reads as before anything was typed leaves nothing', () => {
  keepDraft('agent', { mobile: '138', apply_info: '' }, empty)
  keepDraft('agent', { ...empty }, empty)
  expect(sessionStorage.length).toBe(0)
})

test('a draft goes with the session', () => {
  keepDraft('agent', { mobile: '138', apply_info: '' }, empty)
  endSession()
  expect(readDraft('agent', empty)).toEqual(empty)
})

test('what cannot be read, or is of another shape, does no harm', () => {
  sessionStorage.setItem('draft:agent', '{')
  expect(readDraft('agent', empty)).toEqual(empty)
  sessionStorage.setItem('draft:agent', '{"mobile":7,"foreign":"x","apply_info":"y"}')
  expect(readDraft('agent', empty)).toEqual({ mobile: '', apply_info: 'y' })
})

test('a draft is found by how its name begins, and forgotten with all that begin so', () => {
  expect(draftUnder('recharge/')).toBeUndefined()
  keepDraft('agent', { mobile: '138', apply_info: '' }, empty)
  keepDraft('recharge/bank', { mobile: '139', apply_info: '' }, empty)
  expect(draftUnder('recharge/')).toBe('bank')
  dropDraftsUnder('recharge/')
  expect(draftUnder('recharge/')).toBeUndefined()
  expect(readDraft('agent', empty)).toEqual({ mobile: '138', apply_info: '' })
})
