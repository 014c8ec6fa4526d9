import { Modal } from 'antd'
import { Key } from '../../ui/Key.tsx'
// The keys that open it are there before a room is.
import 'virtual:antd/rooms.css'
import css from './help.module.css'

const groups: { title: string; keys: [string[], string][] }[] = [
  {
    title: '任何页面',
    keys: [
      [['/', 'Ctrl K'], '全局搜索'],
      [['F'], '本页搜索框'],
      [['?'], '这张说明'],
      [['Esc'], '关闭对话框或右侧详情'],
    ],
  },
  {
    title: '列表',
    keys: [
      [['J'], '下一行'],
      [['K'], '上一行'],
      [['Enter'], '打开所选'],
    ],
  },
  {
    title: '审核',
    keys: [
      [['C'], '领取'],
      [['Esc'], '关闭，已领取的同时释放'],
      [['A'], '通过（须确认）'],
      [['R'], '拒绝（须填原因）'],
      [['B'], '其他处理（须确认）'],
      [['J'], '下一笔'],
      [['K'], '上一笔'],
    ],
  },
]

/** What the keyboard does. */
export function Help({ onClose }: { onClose: () => void }) {
  return (
    <Modal open centered width={520} title="键盘操作" footer={null} onCancel={onClose}>
      <div className={css.groups}>
        {groups.map(group => (
          <section key={group.title} aria-label={group.title}>
            <h3>{group.title}</h3>
            <dl>
              {group.keys.map(([keys, what]) => (
                <div key={keys.join()}>
                  <dt>
                    {keys.map(key => (
                      <Key key={key}>{key}</Key>
                    ))}
                  </dt>
                  <dd>{what}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <p className={css.note}>输入文字时按键不起作用；涉及资金的按键只打开确认框，不会直接执行。</p>
    </Modal>
  )
}
