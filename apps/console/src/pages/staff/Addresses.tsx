import { useQuery } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import type { ConsoleGiven } from '@tianping/contract/console'
import { call } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { Card } from '../../ui/Room.tsx'
import { Unloaded } from '../shared/Unloaded.tsx'
import { AllowedField } from './AllowedField.tsx'
import { RemarkField } from './fields.tsx'
import { useStaffChange } from './useStaff.ts'
import css from './staff.module.css'

const name = 'POST /api/console/addresses/show'

/** From where the back office can be reached at all. */
export function Addresses() {
  const list = useQuery({ queryKey: [name], queryFn: ({ signal }) => call(name, {}, signal) })
  if (!list.data) return <Unloaded query={list} />
  return <Form key={list.data.version} list={list.data} />
}

function Form({ list }: { list: ConsoleGiven<typeof name> }) {
  const { may } = useOperator()
  const [allowed, setAllowed] = useState(list.allowed)
  const [remark, setRemark] = useState('')
  const save = useStaffChange('POST /api/console/addresses/save', '已保存，立即生效', () =>
    setRemark(''),
  )
  const changed = allowed.join() !== list.allowed.join()
  return (
    <Card
      title="后台地址名单"
      extra={
        <span className={css.note}>{list.version > 0 ? `第 ${list.version} 版` : '尚未设置'}</span>
      }
    >
      <form
        className={css.form}
        onSubmit={event => {
          event.preventDefault()
          if (changed && remark.trim() && !save.isPending)
            save.mutate({ allowed, version: list.version, remark: remark.trim() })
        }}
      >
        <p>
          {allowed.length === 0
            ? '目前不限制：任何地址都可以登录后台。'
            : '只有这些地址可以登录后台，对所有操作员生效；每位操作员还可以另设更小的范围。'}
        </p>
        <AllowedField
          label="允许的地址或网段"
          value={allowed}
          onChange={setAllowed}
          disabled={!may('staff.write')}
        />
        <p className={css.note}>您当前的地址：{list.yours}</p>
        {changed && <Alert type="warning" showIcon title="保存后，名单之外的登录会立即退出" />}
        {changed && <RemarkField label="修改说明（必填）" value={remark} onChange={setRemark} />}
        {save.error && <Alert type="error" showIcon title={save.error.message} />}
        {changed && (
          <div className={css.buttons}>
            <Button onClick={() => setAllowed(list.allowed)}>放弃</Button>
            <Button
              type="primary"
              htmlType="submit"
              disabled={!remark.trim()}
              loading={save.isPending}
            >
              保存
            </Button>
          </div>
        )}
      </form>
    </Card>
  )
}
