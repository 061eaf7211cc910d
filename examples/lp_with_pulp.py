"""The equilibrium of the one-shot Dice Battle as a linear programme in PuLP, solved exactly.

Both players choose 1 to 10 dice and throw them once; the higher score wins. EG1[i][j] is the
expected gain of the first player with i + 1 dice against j + 1. The report of Carnielli and
Kachaikin (Question 12, formulation 7) writes his optimal mixture as

    max z' - z''   subject to   -sum_i p(i) EG1[i][j] + z' - z'' <= 0   for each j,
                                 sum_i p(i) <= 1,   -sum_i p(i) <= -1,   z', z'', p >= 0.

Run it with PuLP 3.3 or PuLP 4: python examples/lp_with_pulp.py
"""

import pulp

from exactdice import decimal_text
from exactdice.games.one_shot_battle import OneShotBattle, payoff_matrix
from exactdice.linear.lp.pulp.solver import ExactProblem, ExactSolver, exact_dot, exact_sum

D = 10


def model() -> ExactProblem:
    """Formulation 7, every coefficient a Fraction."""
    gains = payoff_matrix(OneShotBattle(dice=D))
    problem = ExactProblem("one_shot_battle", pulp.LpMaximize)
    p = problem.add_variable_matrix("p", range(1, D + 1), lowBound=0)
    up, down = problem.add_variable("z_up", lowBound=0), problem.add_variable("z_down", lowBound=0)
    problem += up - down, "expected_gain"
    for j in range(D):
        column = [gains[i][j] for i in range(D)]
        problem += -exact_dot(column, p) + up - down <= 0, f"against_{j + 1}"
    problem += exact_sum(p) <= 1, "at_most_one"
    problem += -exact_sum(p) <= -1, "at_least_one"
    return problem


def main() -> None:
    """Prints the size of the model, the mixture, the dual and the value."""
    problem = model()
    problem.solve(ExactSolver())
    entries = sum(len(row.items()) for row in problem.constraints())
    print(
        f"{problem.numVariables()} variables, {problem.numConstraints()} constraints, "
        f"{entries} coefficients"
    )
    print(f"value {pulp.value(problem.objective)}, every constraint exact: {problem.valid(0)}")
    for dice in range(1, D + 1):
        chance = problem.variablesDict()[f"p_{dice}"].varValue
        if chance:
            print(f"p({dice}) = {chance} = {decimal_text(chance, 6)}")
    answers = {j: problem.get_constraint_by_name(f"against_{j}").pi for j in range(1, D + 1)}
    print(
        "dual, the other player's mixture:",
        {j: str(weight) for j, weight in answers.items() if weight},
    )
    total = (
        problem.get_constraint_by_name("at_most_one").pi
        - problem.get_constraint_by_name("at_least_one").pi
    )
    print(f"dual value: {total}")


if __name__ == "__main__":
    main()
