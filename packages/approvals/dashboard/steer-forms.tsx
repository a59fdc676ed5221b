// The forms that steer a task: cancel it, or take it up again. Each asks for a reason, which the history keeps.
import type { FC } from 'hono/jsx'

/** The scope of such a form's token. */
export function steerScope(action: 'cancel' | 'requeue', taskId: number): string {
  return `${action}\n${taskId}`
}

export interface SteerProps {
  id: number
  token: string
}

export const RequeueForm: FC<SteerProps> = ({ id, token }) => (
  <form method="post" action={`/tasks/${id}/requeue`}>
    <input type="hidden" name="token" value={token} />
    <div class="field">
      <label for={`requeue-${id}`}>Why it is worth another try</label>
      <input id={`requeue-${id}`} name="reason" required maxlength={500} autocomplete="off" />
    </div>
    <button type="submit">Requeue</button>
  </form>
)

export const CancelForm: FC<SteerProps> = ({ id, token }) => (
  <form method="post" action={`/tasks/${id}/cancel`}>
    <input type="hidden" name="token" value={token} />
    <div class="field">
      <label for={`cancel-${id}`}>Why it should end</label>
      <input id={`cancel-${id}`} name="reason" required maxlength={500} autocomplete="off" />
    </div>
    <button type="submit" class="bad">
      Cancel the task
    </button>
  </form>
)
