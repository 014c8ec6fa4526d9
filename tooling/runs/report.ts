// What a run of the tests left behind for the programs that tell of it.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { inRoot, root } from '../root.ts'

type Result = {
  status: string
  fullName: string
  /** Milliseconds. */
  duration?: number | null
  failureMessages: string[]
}
export type Report = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  testResults: {
    name: string
    startTime: number
    endTime: number
    message: string
    assertionResults: Result[]
  }[]
}

/** Runs the tests and answers the runner's status and its report; null where it wrote none. */
export function runTests(
  file: string,
  { reporter, args }: { reporter: string; args: string[] },
): { status: number | null; report: Report | null } {
  mkdirSync(dirname(file), { recursive: true })
  rmSync(file, { force: true })
  const { status } = spawnSync(
    process.execPath,
    [
      inRoot('node_modules/vitest/vitest.mjs'),
      'run',
      `--reporter=${reporter}`,
      '--reporter=json',
      `--outputFile.json=${file}`,
      ...args,
    ],
    { cwd: root, stdio: 'inherit' },
  )
  const report = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : null
  return { status, report }
}

const firstLine = (text: string | undefined) => (text ?? '').replace(/\n.*/s, '')

/** What went wrong, what the browser waited for, and the line of the test: one line. */
function reasonOf(text: string | undefined, file: string): string {
  const plain = stripVTControlCharacters(text ?? '')
  const waited = /^ *- (waiting for .*)$/m.exec(plain)?.[1]
  const place = new RegExp(`${RegExp.escape(file)}:\\d+`).exec(plain)?.[0]
  return [firstLine(plain), waited, place].filter(Boolean).join(' · ')
}

export type Failure = { test: string; message: string }

/** The tests that failed, each with a line of why. */
export function failuresOf({ testResults }: Report): Failure[] {
  return testResults.flatMap(({ name, message, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === 'failed')
    const file = relative(root, name)
    // A file that cannot be loaded fails without a test of its own.
    if (failed.length === 0)
      return message === '' ? [] : [{ test: file, message: firstLine(message) }]
    return failed.map(({ fullName, failureMessages }) => ({
      test: `${file} > ${fullName.trim()}`,
      message: reasonOf(failureMessages[0], file),
    }))
  })
}

/** Seconds of each test of a report, by its name. */
export const secondsOf = ({ testResults }: Report): [string, number][] =>
  testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration }): [string, number] => [
      `${relative(root, name)} > ${fullName.trim()}`,
      (duration ?? 0) / 1_000,
    ]),
  )
