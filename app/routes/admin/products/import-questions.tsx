import { Fragment } from "react"
import { BY_NUMBER, type ProductImport } from "~/domain/product-table/import/product-import"
import { Button } from "~/ui/button"
import { Field, plainField } from "~/ui/form/field"
import { PostForm } from "~/ui/form/post-form"
import { Select } from "~/ui/form/select"

type Asked = Pick<ProductImport, "questions" | "answers" | "status">

/** Questions whose answers decide how the file is read */
export function ImportQuestions({ questions, answers, status }: Asked) {
  if (questions.length === 0 || (status !== "asking" && status !== "checked")) return null
  return (
    <section className="stack" aria-labelledby="questions">
      <h2 id="questions">
        {status === "asking" ? "Please answer before the file is read" : "Questions about the file"}
      </h2>
      <PostForm
        tool={{ name: "answer_questions", description: "Answers the questions about the file", submits: true }}
        className="panel stack"
      >
        <input type="hidden" name="step" value="answers" />
        {questions.map((question, place) => {
          const of = plainField(`answer[${place}]`)
          const given = answers[question.id] ?? question.usual ?? ""
          const control = { id: of.id, name: of.name, defaultValue: given }
          const isChosen = question.choices.some(({ value }) => value === given)
          return (
            <Fragment key={question.id}>
              <Field of={of} label={question.label} hint={question.hint}>
                <input type="hidden" name={`question[${place}]`} value={question.id} />
                {question.takesNumber || question.choices.length > 0 ? (
                  <Select
                    {...control}
                    options={question.takesNumber ? [...question.choices, byNumber] : question.choices}
                    {...(question.takesNumber && !isChosen && { defaultValue: BY_NUMBER })}
                    {...(!question.takesNumber && !question.usual && { placeholder: "Please choose" })}
                    required={question.usual === null}
                  />
                ) : (
                  <input {...control} inputMode="numeric" pattern="[0-9]{1,6}" />
                )}
              </Field>
              {question.takesNumber && <NumberOfUnits place={place} given={isChosen ? "" : given} />}
            </Fragment>
          )
        })}
        <Button>Check the file again</Button>
      </PostForm>
    </section>
  )
}

const byNumber = { value: BY_NUMBER, label: "Start with a number of units" }

/** The number for the question before it, if it is answered by one */
function NumberOfUnits({ place, given }: { place: number; given: string }) {
  const of = plainField(`number[${place}]`)
  return (
    <Field of={of} label="Number of units to start with">
      <input id={of.id} name={of.name} defaultValue={given} inputMode="numeric" pattern="[0-9]{1,6}" placeholder="0" />
    </Field>
  )
}
