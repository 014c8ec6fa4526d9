import { expect, test } from 'vitest'
import { checkDrawn, rulesOf, withoutRules } from '../../bundles/antdStyles.ts'

const chunk = (fileName: string, part: string, isEntry: boolean, imports: string[] = []) => ({
  name: fileName.replace('.js', ''),
  fileName,
  isEntry,
  imports,
  modules: { [`/node_modules/antd/es/${part}/style/index.js`]: { renderedLength: 9 } },
})

test('a rule stands in the last sheet that it needs, and nowhere if nobody draws it', () => {
  const sheet = [
    'a{color:red}',
    '.ant-btn{top:0}',
    '.ant-btn-rtl{top:1px}',
    '.ant-input-number .ant-btn{top:2px}',
    '.ant-input:not(.ant-calendar){top:3px}',
    '.ant-calendar,.ant-table{top:4px}',
    '@media print{.ant-table{top:5px}.ant-btn{top:6px}.ant-calendar{top:7px}}',
    '@keyframes antFadeIn{0%{top:0}100%{top:1px}}',
    '.css-var-_R_0_{--ant-blue:#1677ff}',
  ].join('')
  expect(rulesOf('first', sheet)).toBe(
    [
      'a{color:red}',
      '.ant-btn{top:0}',
      '.ant-input:not(.ant-calendar){top:3px}',
      '@media print{.ant-btn{top:6px}}',
      '@keyframes antFadeIn{0%{top:0}100%{top:1px}}',
    ].join(''),
  )
  expect(rulesOf('rooms', sheet)).toBe(
    [
      '.ant-input-number .ant-btn{top:2px}',
      '.ant-table{top:4px}',
      '@media print{.ant-table{top:5px}}',
    ].join(''),
  )
})

test('functions that make rules are left out, those that make variables stay', () => {
  const call = {
    type: 'CallExpression',
    callee: { name: 'genStyleHooks' },
    arguments: [
      { type: 'Literal', start: 14, end: 17 },
      { type: 'Identifier', start: 19, end: 24 },
    ],
  }
  const code = "genStyleHooks('A', rules, variables)"
  expect(withoutRules(code, { body: [call] })).toBe("genStyleHooks('A', null, variables)")
})

test('a component that no sheet has, or whose sheet comes late, stops the build', () => {
  const entry = chunk('index.js', 'button', true, ['shell.js'])
  expect(() => checkDrawn([entry, chunk('room.js', 'table', false)])).not.toThrow()
  expect(() => checkDrawn([entry, chunk('room.js', 'calendar', false)])).toThrow(
    'calendar: in no sheet',
  )
  for (const early of ['shell.js', 'LoginPage.js'])
    expect(() => checkDrawn([entry, chunk(early, 'table', false)]), early).toThrow(
      'table: drawn before a room',
    )
})
