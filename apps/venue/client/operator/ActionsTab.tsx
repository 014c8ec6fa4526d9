import { More, time } from './parts.tsx'
import type { Ask } from './useOperator.ts'
import { useList } from './useList.ts'
import type { Action } from './wire.ts'

const ACTION_NAMES: Record<string, string> = {
  'void-round': '作废一局',
  'resettle-round': '重结一局',
  'void-match': '作废比赛',
  'resettle-match': '重结比赛',
  'open-game': '开放游戏',
  'close-game': '关闭游戏',
  'void-bet': '作废注单',
  'resettle-bet': '错结注单',
  'arm-fault': '启用故障',
  'clear-faults': '清除故障',
  'create-operator': '新建操作员',
  'reset-operator': '重设操作员',
  'disable-operator': '停用操作员',
  'enable-operator': '启用操作员',
}

/** What was done here, by whom, why, and what came of it. */
export function ActionsTab({ ask }: { ask: Ask }) {
  const { items, more } = useList<Action>(ask, 'actions', last => last.action_id)
  return (
    <>
      <table>
        <thead>
          <tr>
            <th>编号</th>
            <th>时间</th>
            <th>操作人</th>
            <th>操作</th>
            <th>对象</th>
            <th>原因</th>
            <th>结果</th>
          </tr>
        </thead>
        <tbody>
          {items?.map(action => (
            <tr key={action.action_id}>
              <td>{action.action_id}</td>
              <td>{time(action.at)}</td>
              <td>{action.operator}</td>
              <td>{ACTION_NAMES[action.action] ?? action.action}</td>
              <td>{action.target}</td>
              <td>{action.reason}</td>
              <td>
                <code>{action.outcome ? JSON.stringify(action.outcome) : '没有记下结果'}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {items?.length === 0 && <p className="none">还没有操作。</p>}
      <More more={more} />
    </>
  )
}
