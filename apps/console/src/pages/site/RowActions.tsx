import { Button, Modal } from 'antd'
import type { ReactNode } from 'react'
import { useOperator } from '../../app/session/operator.ts'
import css from './site.module.css'

type ActionProps = {
  what: string
  edit: () => void
  remove?: () => void
  /** Shows what it said before. */
  history?: () => void
  /** Who wrote the draft that waits; empty for none. */
  draft?: string
}

/** What can be done to a row, for operators who may. */
export function RowActions(props: ActionProps) {
  const { may } = useOperator()
  return (
    <span className={css.actions}>
      {props.draft && (
        <Button size="small" type="link" onClick={props.history}>
          {`草稿：${props.draft}`}
        </Button>
      )}
      {props.history && (
        <Button size="small" onClick={props.history}>
          历史
        </Button>
      )}
      {may('site.write') && <Changing {...props} />}
    </span>
  )
}

function Changing({ edit, remove, what }: ActionProps) {
  const [modal, question] = Modal.useModal()
  const ask = () =>
    modal.confirm({
      title: '删除',
      content: `将删除${what}，会员端不再显示。`,
      okText: '确认删除',
      cancelText: '取消',
      okButtonProps: { danger: true },
      onOk: remove,
    })
  return (
    <>
      <Button size="small" onClick={edit}>
        修改
      </Button>
      {remove && (
        <Button size="small" danger onClick={() => void ask()}>
          删除
        </Button>
      )}
      {question}
    </>
  )
}

/** Begins a new row. */
export function Add({ children, onClick }: { children: ReactNode; onClick: () => void }) {
  const { may } = useOperator()
  return may('site.write') ? (
    <Button type="primary" onClick={onClick}>
      {children}
    </Button>
  ) : null
}
