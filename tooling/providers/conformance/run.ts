// `npm run conformance`: every adapter of payment providers against every fault.
import { cases } from './cases.ts'
import { openSubject, subjectNames } from './subjects.ts'

export type Finding = { adapter: string; name: string; problem: string | null }

/** Runs all cases against one adapter. */
export async function conformance(adapter: (typeof subjectNames)[number]): Promise<Finding[]> {
  const subject = await openSubject(adapter)
  const found: Finding[] = []
  try {
    for (const { name, run } of cases) {
      const problem = await run(subject).then(
        () => null,
        (error: Error) => error.message,
      )
      found.push({ adapter, name, problem })
    }
  } finally {
    subject.stub.close()
  }
  return found
}

if (import.meta.main) {
  const found = (await Promise.all(subjectNames.map(conformance))).flat()
  for (const { adapter, name, problem } of found)
    process.stdout.write(
      `${problem === null ? 'ok  ' : 'FAIL'} ${adapter}: ${name}\n${problem ? `     ${problem}\n` : ''}`,
    )
  const failed = found.filter(({ problem }) => problem !== null).length
  process.stdout.write(`${found.length - failed} of ${found.length} hold\n`)
  process.exitCode = failed === 0 ? 0 : 1
}
