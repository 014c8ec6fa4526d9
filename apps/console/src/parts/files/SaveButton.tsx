import { Button, type ButtonProps } from 'antd'
import { useAction } from '../../app/useAction.ts'
import { openFile } from './fetchFile.ts'
import { useReceive } from './useReceive.ts'

type Props = Pick<ButtonProps, 'type' | 'size' | 'children'> & { path: string }

/** Saves the file at `path`. A refusal is told like that of any call. */
export function SaveButton({ path, ...button }: Props) {
  const receive = useReceive()
  const open = useAction({
    mutationFn: () => openFile(path),
    onSuccess: opened => receive.mutate(opened),
  })
  return <Button {...button} loading={open.isPending} onClick={() => open.mutate()} />
}
