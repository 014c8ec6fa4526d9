import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Picker } from '../ui/field/Picker.tsx'
import { confirm } from '../ui/layer/confirm.tsx'
import { Dialog } from '../ui/layer/Dialog.tsx'
import { Layer } from '../ui/layer/Layer.tsx'
import { beginLoading } from '../ui/layer/loading.tsx'
import { Sheet } from '../ui/layer/Sheet.tsx'
import { toast } from '../ui/layer/toast.tsx'
import { Example } from './Example.tsx'

const long =
  '开启后，每次进入游戏，平台钱包的余额会自动转入该场馆；上一个场馆的余额会先自动转回。可随时关闭。'
const loadingMs = 1_500

type Open = 'dialog' | 'picture' | 'sheet' | 'picker' | 'noChoice' | 'layer'

export function Layers() {
  const [open, setOpen] = useState<Open>()
  const opener = (name: Open) => (
    <Button size={36} kind="tonal" onClick={() => setOpen(name)}>
      {name}
    </Button>
  )
  return (
    <>
      <Example name="Dialog, Sheet, Picker, Layer">
        {(['dialog', 'picture', 'sheet', 'picker', 'noChoice', 'layer'] as const).map(name => (
          <span key={name}>{opener(name)}</span>
        ))}
      </Example>
      <Dialogs open={open} close={() => setOpen(undefined)} />
      <Sheets open={open} close={() => setOpen(undefined)} />
      <Messages />
    </>
  )
}

type Props = { open: Open | undefined; close: () => void }

function Dialogs({ open, close }: Props) {
  const known = <Button onClick={close}>知道了</Button>
  return (
    <>
      <Dialog
        open={open === 'dialog'}
        title="温馨提示"
        icon="transfer"
        buttons={known}
        onClose={close}
      >
        <p>{long}</p>
      </Dialog>
      <Dialog
        open={open === 'picture'}
        title="欢迎"
        picture="/art/banner-1.webp"
        buttons={known}
        onClose={close}
      >
        <p>{long}</p>
      </Dialog>
      <Layer open={open === 'layer'} label="Layer" centred onClose={close}>
        <div className="dialog">
          <p>Only the layer.</p>
          {known}
        </div>
      </Layer>
    </>
  )
}

const choices = [
  { key: 'a', label: '平台钱包', note: '¥10,000.00' },
  { key: 'b', label: '天平真人', note: '¥0.00' },
  { key: 'c', label: '天平体育', note: '维护中', disabled: true },
] as const

function Sheets({ open, close }: Props) {
  const [chosen, setChosen] = useState<'a' | 'b' | 'c'>('a')
  return (
    <>
      <Sheet open={open === 'sheet'} title="订单详情" onClose={close}>
        {Array.from({ length: 12 }, (_, i) => (
          <p key={i}>{long}</p>
        ))}
      </Sheet>
      <Picker
        open={open === 'picker'}
        title="选择钱包"
        choices={choices}
        value={chosen}
        onChoose={setChosen}
        onClose={close}
        foot={<Button block>添加</Button>}
      />
      <Picker
        open={open === 'noChoice'}
        title="选择银行"
        choices={[]}
        value={undefined}
        onChoose={close}
        onClose={close}
        empty={<p className="muted">空空如也</p>}
      />
    </>
  )
}

const ask = (danger: boolean, no: string | null) =>
  void confirm({ title: '温馨提示', text: long, yes: '确定', no, danger, icon: 'warn' })

const Messages = () => (
  <>
    <Example name="confirm: question, dangerous, one button">
      <Button size={36} kind="tonal" onClick={() => ask(false, '取消')}>
        question
      </Button>
      <Button size={36} kind="tonal" onClick={() => ask(true, '取消')}>
        danger
      </Button>
      <Button size={36} kind="tonal" onClick={() => ask(false, null)}>
        notice
      </Button>
    </Example>
    <Example name="toast: success, danger, long text; loading">
      <Button size={36} kind="tonal" onClick={() => toast('复制成功！')}>
        success
      </Button>
      <Button size={36} kind="tonal" onClick={() => toast('请输入姓名', 'danger')}>
        refusal
      </Button>
      <Button size={36} kind="tonal" onClick={() => toast(long)}>
        long
      </Button>
      <Button
        size={36}
        kind="tonal"
        onClick={() => {
          setTimeout(beginLoading({ afterMs: 0 }), loadingMs)
        }}
      >
        loading
      </Button>
    </Example>
  </>
)
