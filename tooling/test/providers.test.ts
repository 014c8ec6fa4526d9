import { describe, test } from 'vitest'
import { cases } from '../providers/conformance/cases.ts'
import { conformance } from '../providers/conformance/run.ts'
import { subjectNames } from '../providers/conformance/subjects.ts'

describe('adapters of payment providers against a process that speaks their interface', () => {
  test.concurrent.for(subjectNames)('%s stands every fault', async (adapter, { expect }) => {
    const found = await conformance(adapter)
    expect(found.filter(({ problem }) => problem !== null)).toEqual([])
    expect(found).toHaveLength(cases.length)
  })
})
